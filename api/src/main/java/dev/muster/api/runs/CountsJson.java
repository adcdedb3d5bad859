package dev.muster.api.runs;

import dev.muster.domain.run.RunSituation.NodeCounts;
import java.util.Collection;

/** How many nodes are in which state. */
public record CountsJson(
    int pending, int running, int succeeded, int failed, int skipped, int cancelled) {

  static CountsJson of(NodeCounts counts) {
    return new CountsJson(
        counts.pending(),
        counts.running(),
        counts.succeeded(),
        counts.failed(),
        counts.skipped(),
        counts.cancelled());
  }

  static CountsJson sum(Collection<NodeCounts> all) {
    return new CountsJson(
        all.stream().mapToInt(NodeCounts::pending).sum(),
        all.stream().mapToInt(NodeCounts::running).sum(),
        all.stream().mapToInt(NodeCounts::succeeded).sum(),
        all.stream().mapToInt(NodeCounts::failed).sum(),
        all.stream().mapToInt(NodeCounts::skipped).sum(),
        all.stream().mapToInt(NodeCounts::cancelled).sum());
  }

  int total() {
    return pending + running + succeeded + failed + skipped + cancelled;
  }
}
