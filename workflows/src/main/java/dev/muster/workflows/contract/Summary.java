package dev.muster.workflows.contract;

import dev.muster.domain.shown.Shortened;

/** The line that Temporal shows beside a workflow, an activity or a timer. */
public final class Summary {

  /** The engine's limit, in bytes. */
  private static final int LIMIT = 400;

  private Summary() {}

  /** The text, or its beginning: names in it may be of any length. */
  public static String of(String text) {
    return Shortened.toBytes(LIMIT, text);
  }
}
