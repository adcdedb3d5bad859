package dev.muster.workflows.temporalui;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.shown.Shortened;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.NodeRange;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunInput;
import java.util.List;

/**
 * The lines that Temporal shows beside a workflow and beside each activity of its history. Names in
 * them may be of any length, so each is cut to what the engine takes.
 */
public final class Summaries {

  public static final String TAKE_EPOCH = "take the next epoch";
  public static final String SPLIT = "split into batches";
  public static final String AUDIT_OF_IGNORED = "audit of ignored signals";

  /** The engine's limit, in bytes. */
  private static final int LIMIT = 400;

  private Summaries() {}

  /** Of the workflow of a run. */
  public static String run(RunInput input) {
    return cut("%s on %s, by %s".formatted(input.playbook(), input.cluster(), input.requester()));
  }

  /** Of the workflow of a cluster. */
  public static String orchestration(ClusterName cluster) {
    return cut("Orchestration of cluster " + cluster);
  }

  /**
   * Of an advance of a run; the commands come first.
   *
   * @param what it is: the first one, or a later one
   */
  public static String advance(String what, List<RunCommand> commands) {
    return cut(
        switch (commands.size()) {
          case 0 -> what;
          case 1 ->
              "%s by %s, %s"
                  .formatted(
                      commands.getFirst().verb(), commands.getFirst().instruction().by(), what);
          default -> "%d commands, %s".formatted(commands.size(), what);
        });
  }

  /**
   * Of a cycle.
   *
   * @param due why, and about which nodes
   */
  public static String cycle(String due, List<ActionCommand> commands) {
    return cut(
        due
            + switch (commands.size()) {
              case 0 -> "";
              case 1 ->
                  "; %s by %s".formatted(commands.getFirst().verb(), commands.getFirst().by());
              default -> "; %d commands".formatted(commands.size());
            });
  }

  /** Of the choice in a cycle that is split into batches. */
  public static String choose(String cycle) {
    return cut("choose after " + cycle);
  }

  /** Of one batch of such a cycle. */
  public static String batch(String step, NodeRange range) {
    return cut("%s %s to %s".formatted(step, range.from(), range.to()));
  }

  /** Of a watch. */
  public static String watch(int unfinished) {
    return "watch %d unfinished".formatted(unfinished);
  }

  /** Of what somebody asked for beside the cycles. */
  public static String edit(String what, String by) {
    return cut("%s by %s".formatted(what, by));
  }

  private static String cut(String text) {
    return Shortened.toBytes(LIMIT, text);
  }
}
