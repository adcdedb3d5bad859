package dev.muster.records.runs;

import dev.muster.domain.run.RunId;

/** How people know a run, such as {@code rolling-restart 1a2b3c4d}. */
public final class RunLabel {

  private static final int SHORT = 8;

  private RunLabel() {}

  public static String of(String playbook, RunId run) {
    return playbook + " " + run.toString().substring(0, SHORT);
  }
}
