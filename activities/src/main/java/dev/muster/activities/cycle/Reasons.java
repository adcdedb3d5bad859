package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.Waiting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Which reasons are worth writing. A reason that an action did not have is written at once; one
 * that only tells newer figures, such as how many nodes are in work, once a second: a stage of a
 * thousand nodes would otherwise write a thousand rows with every cycle.
 */
final class Reasons {

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Map<ClusterName, Long> rewritten = new ConcurrentHashMap<>();

  /** Those to write. */
  List<Waiting> changed(ClusterName cluster, List<ActionBrief> known, List<Waiting> waiting) {
    if (waiting.isEmpty()) {
      return List.of();
    }
    Map<ActionId, Optional<String>> written = new HashMap<>();
    known.forEach(action -> written.put(action.id(), action.waitText()));
    boolean all = isTimeToRewrite(cluster);
    List<Waiting> changed = new ArrayList<>();
    boolean rewrote = false;
    for (Waiting one : waiting) {
      Optional<String> text = written.getOrDefault(one.action(), Optional.empty());
      if (text.isEmpty()) {
        changed.add(one);
      } else if (all && !text.get().equals(one.reason().text())) {
        changed.add(one);
        rewrote = true;
      }
    }
    if (rewrote) {
      rewritten.put(cluster, System.nanoTime());
    }
    return changed;
  }

  private boolean isTimeToRewrite(ClusterName cluster) {
    Long last = rewritten.get(cluster);
    return last == null || System.nanoTime() - last >= PAUSE_NANOS;
  }
}
