package dev.muster.api.problems;

import dev.muster.domain.playbook.Finding;
import dev.muster.domain.request.Unfit;
import java.util.List;
import java.util.Optional;

/** Ends a request with a problem. Without a stack trace: it is a normal answer, not a bug. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ProblemBody body;

  public ProblemException(ProblemType type, String detail) {
    this(ProblemBody.of(type, detail));
  }

  private ProblemException(ProblemBody body) {
    super(body.detail(), null, false, false);
    this.body = body;
  }

  public static ProblemException notFound(String detail) {
    return new ProblemException(ProblemType.NOT_FOUND, detail);
  }

  public static ProblemException badRequest(String detail) {
    return new ProblemException(ProblemType.BAD_REQUEST, detail);
  }

  public static ProblemException conflict(String detail) {
    return new ProblemException(ProblemType.CONFLICT, detail);
  }

  /**
   * Nothing can be written.
   *
   * @param why whose disk, and how full
   */
  public static ProblemException diskFull(String why) {
    return new ProblemException(
        ProblemType.DISK_FULL,
        why + "; nothing was changed: make room, then everything goes on by itself");
  }

  /** A part of a body does not fit. */
  public static ProblemException unfit(Finding finding) {
    return findings(
        ProblemType.BAD_REQUEST, Unfit.line(finding), List.of(finding), Optional.empty());
  }

  /** A prefix that fits more than one id. */
  public static ProblemException ambiguous(String detail, List<String> matches) {
    ProblemBody plain = ProblemBody.of(ProblemType.AMBIGUOUS_ID, detail);
    return new ProblemException(
        new ProblemBody(
            plain.type(),
            plain.title(),
            plain.status(),
            detail,
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.copyOf(matches)),
            Optional.empty(),
            Optional.empty()));
  }

  /** A document, or what it is applied to, is wrong in the places that the findings name. */
  public static ProblemException findings(
      ProblemType type, String detail, List<Finding> findings, Optional<String> state) {
    return new ProblemException(
        new ProblemBody(
            type.urn(),
            type.title(),
            type.status().value(),
            detail,
            Optional.of(List.copyOf(findings)),
            Optional.empty(),
            Optional.empty(),
            state,
            Optional.empty()));
  }

  /** The plan is not the one that was looked at. */
  public static ProblemException planChanged(String detail, List<String> differences) {
    ProblemType type = ProblemType.PLAN_CHANGED;
    return new ProblemException(
        new ProblemBody(
            type.urn(),
            type.title(),
            type.status().value(),
            detail,
            Optional.empty(),
            Optional.of(List.copyOf(differences)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  public ProblemBody body() {
    return body;
  }
}
