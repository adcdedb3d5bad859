package dev.muster.api.problems;

import dev.muster.domain.playbook.Finding;
import dev.muster.domain.request.Unfit;
import dev.muster.records.sql.IdMatch;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

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

  /** What is made of a request; {@link #badRequest} with the reason if its values do not fit. */
  public static <T> T fitting(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException unfit) {
      throw badRequest(String.valueOf(unfit.getMessage()));
    }
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

  /** A name, or the beginning of an id, that fits more than one thing. */
  public static ProblemException ambiguous(String detail, List<IdMatch.Candidate> matches) {
    return new ProblemException(ProblemBody.matches(ProblemType.AMBIGUOUS_ID, detail, matches));
  }

  /** A document, or what it is applied to, is wrong in the places that the findings name. */
  public static ProblemException findings(
      ProblemType type, String detail, List<Finding> findings, Optional<String> state) {
    return new ProblemException(ProblemBody.findings(type, detail, findings, state));
  }

  /** The plan is not the one that was looked at. */
  public static ProblemException planChanged(String detail, List<String> differences) {
    return new ProblemException(
        ProblemBody.differences(ProblemType.PLAN_CHANGED, detail, differences));
  }

  public ProblemBody body() {
    return body;
  }
}
