package dev.muster.agent.http;

import dev.muster.domain.protocol.Problem;
import java.util.Optional;

/** What is wrong with a request, on its way to the one who sent it. */
final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  ProblemException(String type, String title, int status, String detail) {
    super(title + ": " + detail);
    this.problem = new Problem("urn:muster:problem:" + type, title, status, Optional.of(detail));
  }

  Problem problem() {
    return problem;
  }

  static ProblemException badRequest(String detail) {
    return new ProblemException("bad-request", "The request cannot be understood", 400, detail);
  }

  static ProblemException notFound(String detail) {
    return new ProblemException("not-found", "There is nothing here", 404, detail);
  }

  static ProblemException unknownAction(String id) {
    return new ProblemException(
        "unknown-action",
        "The agent has no such action",
        404,
        "no action has id %s: it was never accepted, or finished so long ago that it was forgotten"
            .formatted(id));
  }

  static ProblemException signalIgnored(String reason) {
    return new ProblemException("signal-ignored", "The signal changes nothing", 409, reason);
  }

  static ProblemException tooLarge(int limit) {
    return new ProblemException(
        "too-large",
        "The body is too large",
        413,
        "more than %d bytes: send fewer actions at a time".formatted(limit));
  }

  static ProblemException unauthorized() {
    return new ProblemException(
        "unauthorized",
        "The request has no valid token",
        401,
        "send the agent's token in the header Authorization: Bearer TOKEN");
  }

  static ProblemException browser() {
    return new ProblemException(
        "browser",
        "Web pages may not call the agent",
        403,
        "the request has an Origin header: a web page sent it");
  }

  static ProblemException misdirected(String host) {
    return new ProblemException(
        "misdirected",
        "The request is for another host",
        421,
        "'%s' is no name of this agent; if it is one, give the agent --allowed-host, or 'allowedHosts' in its configuration"
            .formatted(Call.shortened(host)));
  }

  static ProblemException methodNotAllowed(String allowed) {
    return new ProblemException(
        "method-not-allowed", "The method is not allowed here", 405, "allowed: " + allowed);
  }

  static ProblemException queueFull(String detail) {
    return new ProblemException(
        "queue-full",
        "The agent takes no more actions for now",
        503,
        detail + "; send again when some have finished");
  }

  static ProblemException storeFailed(String detail) {
    return new ProblemException(
        "store-failed",
        "The agent's store does not work",
        503,
        detail + "; nothing was changed, see the agent's journal and the disk");
  }

  static ProblemException diskFull(String detail) {
    return new ProblemException(
        "disk-full",
        "The agent's disk is full",
        507,
        detail + "; nothing was changed: make room, then everything goes on by itself");
  }

  static ProblemException internal() {
    return new ProblemException(
        "internal", "The agent failed", 500, "this is a bug of the agent; its journal says more");
  }
}
