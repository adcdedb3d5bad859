package dev.muster.workflows.waiting;

import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;

/** Why an activity failed, in one line, for people. */
public final class Reason {

  private static final int LONGEST = 300;

  private Reason() {}

  /** What the activity said itself, without the engine's wrapping. */
  public static String of(ActivityFailure failure) {
    Throwable cause = failure.getCause();
    String text =
        switch (cause) {
          case null -> failure.getMessage();
          case ApplicationFailure said -> said.getOriginalMessage();
          default -> cause.getMessage();
        };
    String line = String.valueOf(text).replaceAll("\\s+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}
