package dev.muster.api.problems;

import java.io.IOException;

/** A body has more bytes than the API reads. */
public final class BodyTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  public BodyTooLargeException(long limit) {
    super("the body has more than %d bytes, the limit".formatted(limit));
  }
}
