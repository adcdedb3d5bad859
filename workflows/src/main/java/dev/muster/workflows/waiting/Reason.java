package dev.muster.workflows.waiting;

import dev.muster.domain.shown.Shortened;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;

/** Why an activity failed, in one line, for people. */
public final class Reason {

  private static final int LONGEST = 300;

  private Reason() {}

  /** What the activity said itself, without what was wrapped around it. */
  public static String of(ActivityFailure failure) {
    String text =
        switch (first(failure)) {
          case ApplicationFailure said -> said.getOriginalMessage();
          case Throwable other -> other.getMessage();
        };
    String line = String.valueOf(text).replaceAll("\\s+", " ");
    return Shortened.to(LONGEST, line);
  }

  /** What began it: what is wrapped around it repeats the statement, not what is wrong with it. */
  private static Throwable first(ActivityFailure failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
