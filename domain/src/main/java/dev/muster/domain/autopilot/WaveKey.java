package dev.muster.domain.autopilot;

import dev.muster.domain.cluster.SignalRole;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which wave of which command of a plan a stage is. */
public record WaveKey(int command, SignalRole role) {

  /** The step that asks whether a node may be signalled. */
  public static final String PROBE = "probe";

  /** The step that is the command itself: its action is the signal. */
  public static final String UPDATE = "update";

  private static final Pattern STAGE = Pattern.compile("command-(\\d{1,9})-(controller|worker)s");

  /** The name of the stage, such as {@code command-0-workers}. */
  public String stage() {
    return "command-%d-%ss".formatted(command, role.word());
  }

  /**
   * The wave that a stage's name stands for.
   *
   * @throws IllegalArgumentException if the stage is not of a plan
   */
  public static WaveKey ofStage(String name) {
    Matcher read = STAGE.matcher(name);
    if (!read.matches()) {
      throw new IllegalArgumentException(
          "stage: '%s' (expected: one of a plan, such as command-0-workers)".formatted(name));
    }
    return new WaveKey(Integer.parseInt(read.group(1)), SignalRole.parse(read.group(2)));
  }
}
