package dev.muster.domain.stall;

import dev.muster.domain.cluster.ClusterName;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the records say of a cluster's loop.
 *
 * @param lastSign when a cycle was in hand last; of a cluster that had none, when it was created
 * @param dueAt when the last cycle said that the next one begins at the latest
 * @param unjudgedSince when the oldest action was recorded that no cycle has looked at
 * @param trouble why the last cycle failed, if it did
 */
public record LoopSigns(
    ClusterName cluster,
    Instant lastSign,
    Optional<Instant> dueAt,
    Optional<Instant> unjudgedSince,
    Optional<String> trouble) {

  /** How long a loop, or a run, may be late before it counts as standing still. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A loop whose cycles fail tries again by itself, after 30 s at the latest. */
  private static final Duration BETWEEN_FAILURES = Duration.ofSeconds(30);

  /** Whether the loop stands still, since when and why; empty if all is well. */
  public Optional<Stall> stall(Instant now) {
    return trouble.isPresent() ? failing(now) : silent(now);
  }

  private Optional<Stall> failing(Instant now) {
    boolean tries = lastSign.plus(BETWEEN_FAILURES).plus(PATIENCE).isAfter(now);
    return Optional.of(
        new Stall(
            lastSign,
            "its cycles fail: " + trouble.orElseThrow(),
            tries ? Stall.Remedy.WAIT : Stall.Remedy.RESTART));
  }

  private Optional<Stall> silent(Instant now) {
    return Stream.concat(dueAt.stream(), unjudgedSince.stream())
        .min(Instant::compareTo)
        .map(due -> due.isAfter(lastSign) ? due : lastSign)
        .filter(since -> !since.plus(PATIENCE).isAfter(now))
        .map(since -> new Stall(since, why(), Stall.Remedy.RESTART));
  }

  private String why() {
    return unjudgedSince.isPresent()
        ? "actions wait, and no cycle has looked at them"
        : "its next cycle is overdue";
  }
}
