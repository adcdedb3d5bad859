package dev.muster.agent.http;

import dev.muster.domain.protocol.Problem;
import java.util.Optional;

/** What is wrong with a request, on its way to the one who sent it. */
final class RequestProblem extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  RequestProblem(String type, String title, int status, String detail) {
    super(title + ": " + detail);
    this.problem = new Problem("urn:muster:problem:" + type, title, status, Optional.of(detail));
  }

  Problem problem() {
    return problem;
  }

  static RequestProblem badRequest(String detail) {
    return new RequestProblem("bad-request", "The request cannot be understood", 400, detail);
  }

  static RequestProblem notFound(String detail) {
    return new RequestProblem("not-found", "There is nothing here", 404, detail);
  }

  static RequestProblem unknownAction(String id) {
    return new RequestProblem(
        "unknown-action",
        "The agent has no such action",
        404,
        "no action has id %s: it was never accepted, or finished so long ago that it was forgotten"
            .formatted(id));
  }

  static RequestProblem signalIgnored(String reason) {
    return new RequestProblem("signal-ignored", "The signal changes nothing", 409, reason);
  }

  static RequestProblem tooLarge(int limit) {
    return new RequestProblem(
        "too-large",
        "The body is too large",
        413,
        "more than %d bytes: send fewer actions at a time".formatted(limit));
  }

  static RequestProblem unauthorized() {
    return new RequestProblem(
        "unauthorized",
        "The request has no valid token",
        401,
        "send the agent's token in the header Authorization: Bearer TOKEN");
  }

  /** Whoever comes first would shut everybody else out. */
  static RequestProblem open() {
    return new RequestProblem(
        "no-token",
        "The agent asks for no token",
        409,
        "a token can only be exchanged for another: start the agent with --token-file, or have it"
            + " join");
  }

  static RequestProblem browser() {
    return new RequestProblem(
        "browser",
        "Web pages may not call the agent",
        403,
        "the request has an Origin header: a web page sent it");
  }

  static RequestProblem misdirected(String host) {
    return new RequestProblem(
        "misdirected",
        "The request is for another host",
        421,
        "'%s' is no name of this agent; if it is one, give the agent --allowed-host, or 'allowedHosts' in its configuration"
            .formatted(Call.shortened(host)));
  }

  static RequestProblem methodNotAllowed(String allowed) {
    return new RequestProblem(
        "method-not-allowed", "The method is not allowed here", 405, "allowed: " + allowed);
  }

  static RequestProblem queueFull(String detail) {
    return new RequestProblem(
        "queue-full",
        "The agent takes no more actions for now",
        503,
        detail + "; send again when some have finished");
  }

  static RequestProblem storeFailed(String detail) {
    return new RequestProblem(
        "store-failed",
        "The agent's store does not work",
        503,
        detail + "; nothing was changed, see the agent's journal and the disk");
  }

  static RequestProblem diskFull(String detail) {
    return new RequestProblem(
        "disk-full",
        "The agent's disk is full",
        507,
        detail + "; nothing was changed: make room, then everything goes on by itself");
  }

  static RequestProblem internal() {
    return new RequestProblem(
        "internal", "The agent failed", 500, "this is a bug of the agent; its journal says more");
  }
}
