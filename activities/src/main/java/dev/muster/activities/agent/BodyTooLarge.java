package dev.muster.activities.agent;

import java.io.IOException;

/** An answer's body is larger than allowed; the connection is given up unread. */
final class BodyTooLarge extends IOException {

  private static final long serialVersionUID = 1L;

  BodyTooLarge(long limit) {
    super("the answer is larger than %d bytes".formatted(limit));
  }

  /** What is wrong, for people. */
  String text() {
    String message = getMessage();
    return message == null ? "the answer is too large" : message;
  }
}
