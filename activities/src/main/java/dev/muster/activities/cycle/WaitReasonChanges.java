package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.WaitingAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Which reasons are worth writing. A reason that an action did not have is written at once; one
 * that only tells newer figures, such as how many nodes are in work, once a second, and less often
 * the more actions wait: a stage of ten thousand nodes would otherwise write ten rows for every one
 * that moves.
 */
final class WaitReasonChanges {

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So a cluster rewrites no more than a thousand reasons a second in the long run. */
  private static final long PAUSE_EACH_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private record Rewrite(long at, long pause) {}

  private final Map<ClusterName, Rewrite> rewritten = new ConcurrentHashMap<>();

  /** The actions whose reason is to be written now. */
  List<WaitingAction> changed(
      ClusterName cluster, Map<ActionId, ActionBrief> known, List<WaitingAction> waiting) {
    if (waiting.isEmpty()) {
      return List.of();
    }
    boolean all = isTimeToRewrite(cluster);
    List<WaitingAction> changed = new ArrayList<>();
    int rewrites = 0;
    for (WaitingAction one : waiting) {
      Optional<String> text =
          Optional.ofNullable(known.get(one.action())).flatMap(ActionBrief::waitText);
      if (text.isEmpty()) {
        changed.add(one);
      } else if (all && !text.get().equals(one.reason().text())) {
        changed.add(one);
        rewrites++;
      }
    }
    if (rewrites > 0) {
      long pause = Math.max(PAUSE_NANOS, rewrites * PAUSE_EACH_NANOS);
      rewritten.put(cluster, new Rewrite(System.nanoTime(), pause));
    }
    return changed;
  }

  private boolean isTimeToRewrite(ClusterName cluster) {
    Rewrite last = rewritten.get(cluster);
    return last == null || System.nanoTime() - last.at() >= last.pause();
  }
}
