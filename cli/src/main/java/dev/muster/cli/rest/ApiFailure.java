package dev.muster.cli.rest;

import java.util.List;

/** A request that did not succeed, in words for the person who made it. */
public final class ApiFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final transient List<String> details;

  /** Whose turn it is. */
  public enum Kind {
    /** The request is at fault: 4xx. */
    REFUSED,
    /** The server is away or failed: no connection, no whole answer, 5xx. */
    UNAVAILABLE
  }

  ApiFailure(Kind kind, String line, List<String> details) {
    super(line);
    this.kind = kind;
    this.details = List.copyOf(details);
  }

  /** The server, or who it relies on, is away or failed. */
  public static ApiFailure unavailable(String line) {
    return new ApiFailure(Kind.UNAVAILABLE, line, List.of());
  }

  /** What was asked for will not be done. */
  public static ApiFailure refused(String line) {
    return new ApiFailure(Kind.REFUSED, line, List.of());
  }

  public Kind kind() {
    return kind;
  }

  /** The one line that says it. */
  public String line() {
    return String.valueOf(getMessage());
  }

  /** What belongs to it, one line each: findings, differences. */
  public List<String> details() {
    return details;
  }
}
