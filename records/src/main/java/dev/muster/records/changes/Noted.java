package dev.muster.records.changes;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.RunId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a cycle has written so far, for who keeps what was read before: only this is to be read
 * again. Where nodes of stages are is followed by who writes it.
 */
public final class Noted {

  private final Set<ActionId> actions = new LinkedHashSet<>();
  private final Set<ActionId> ended = new LinkedHashSet<>();
  private final Map<NodeId, NodeStatus> statuses = new HashMap<>();
  private final Map<ActionId, Instant> sent = new LinkedHashMap<>();
  private final Set<RunId> runs = new LinkedHashSet<>();
  private boolean everything;

  /** These may be other than they were. */
  public void actions(Collection<ActionId> changed) {
    actions.addAll(changed);
  }

  /** These are unfinished no more. */
  public void ended(Collection<ActionId> finished) {
    ended.addAll(finished);
  }

  /** These were sent, and have no reason to wait any more; nothing else of them changed. */
  public void sent(Collection<ActionId> now, Instant at) {
    now.forEach(id -> sent.put(id, at));
  }

  public void status(NodeId node, NodeStatus status) {
    statuses.put(node, status);
  }

  /** Stages and actions of this run may be others than they were. */
  public void run(RunId moved) {
    runs.add(moved);
  }

  /** Nothing that was read before is worth anything. */
  public void everything() {
    everything = true;
  }

  /**
   * What was noted since the last time this was asked.
   *
   * @param ended not among {@code actions} too, unless they may be unfinished again
   * @param sent when
   * @param runs of which everything is to be read again
   * @param everything whether nothing that was read before is worth anything
   */
  public record News(
      List<ActionId> actions,
      List<ActionId> ended,
      Map<ActionId, Instant> sent,
      Map<NodeId, NodeStatus> statuses,
      Set<RunId> runs,
      boolean everything) {}

  /** Takes what was noted. */
  public News take() {
    News news =
        new News(
            List.copyOf(actions),
            List.copyOf(ended),
            Map.copyOf(sent),
            new LinkedHashMap<>(statuses),
            Set.copyOf(runs),
            everything);
    actions.clear();
    ended.clear();
    sent.clear();
    statuses.clear();
    runs.clear();
    everything = false;
    return news;
  }
}
