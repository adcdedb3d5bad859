package dev.muster.bench.fleet;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/** When each action reached its agent and when it was finished, for the benchmarks. */
final class FleetJournal {

  private final ConcurrentLinkedQueue<Entry> entries = new ConcurrentLinkedQueue<>();

  /**
   * One finished action.
   *
   * @param receivedNanos on the simulator's own monotonic clock
   */
  public record Entry(
      String node, String run, String stage, String step, long receivedNanos, long finishedNanos) {}

  void add(String node, Map<String, String> metadata, long receivedNanos, long finishedNanos) {
    entries.add(
        new Entry(
            node,
            metadata.getOrDefault("run", ""),
            metadata.getOrDefault("stage", ""),
            metadata.getOrDefault("step", ""),
            receivedNanos,
            finishedNanos));
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }
}
