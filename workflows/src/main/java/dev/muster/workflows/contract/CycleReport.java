package dev.muster.workflows.contract;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.cluster.Fence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a cycle did and what it saw; small whatever the size of the cluster. As JSON, which
 * histories keep, it is one flat object.
 *
 * @param standing whether the orchestration may go on
 * @param watchable whether some agent has an unfinished action, or some node settles, so that a
 *     watch makes sense
 * @param interval the longest time until the next cycle: busy or idle
 * @param reviewAt when time alone changes something: a retry, a window, the end of a settling
 * @param outcomes of the request's commands, in order
 * @param notes errors of single nodes and what else a person should know; at most 20
 * @param waits what actions wait for, a line for each reason; at most 8. Empty from cycles before
 *     this was told
 */
public record CycleReport(
    Fence fence,
    Standing standing,
    @JsonUnwrapped Figures figures,
    boolean watchable,
    Duration interval,
    Optional<Instant> reviewAt,
    List<CommandOutcome> outcomes,
    List<String> notes,
    List<String> waits) {

  /**
   * How much there was to do.
   *
   * @param clusterNodes how many nodes the cluster has now
   * @param synced nodes whose agent answered
   * @param unreachable nodes whose agent did not
   * @param changed actions whose state changed
   * @param started actions that were pushed and acknowledged
   * @param waiting actions that got a reason instead
   * @param unfinished actions of the cluster that are not finished after the cycle
   */
  public record Figures(
      int clusterNodes,
      int synced,
      int unreachable,
      int changed,
      int started,
      int waiting,
      int unfinished) {

    /** Of a cycle that did nothing. */
    public static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0);
  }

  /** Whether the orchestration is still the one. */
  public enum Standing {
    CURRENT,
    /** A newer epoch, or a newer cycle of this one, writes now. */
    SUPERSEDED,
    /** The cluster is gone. */
    REMOVED
  }

  public CycleReport {
    outcomes = List.copyOf(outcomes);
    notes = List.copyOf(notes);
    waits = List.copyOf(Objects.requireNonNullElse(waits, List.of()));
  }

  /** Of a cycle that did nothing: it may not write. */
  public static CycleReport ended(Fence fence, Standing standing) {
    return new CycleReport(
        fence,
        standing,
        Figures.NONE,
        false,
        Duration.ZERO,
        Optional.empty(),
        List.of(),
        List.of(),
        List.of());
  }
}
