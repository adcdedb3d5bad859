package dev.muster.records.changes;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
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
  private boolean everything;

  /** These may be other than they were. */
  public void actions(Collection<ActionId> changed) {
    actions.addAll(changed);
  }

  /** These are unfinished no more. */
  public void ended(Collection<ActionId> finished) {
    ended.addAll(finished);
  }

  public void status(NodeId node, NodeStatus status) {
    statuses.put(node, status);
  }

  /** Nothing that was read before is worth anything. */
  public void everything() {
    everything = true;
  }

  /**
   * What was noted since the last time this was asked.
   *
   * @param ended not among {@code actions} too, unless they may be unfinished again
   * @param everything whether nothing that was read before is worth anything
   */
  public record News(
      List<ActionId> actions,
      List<ActionId> ended,
      Map<NodeId, NodeStatus> statuses,
      boolean everything) {}

  /** Takes what was noted. */
  public News take() {
    News news =
        new News(
            List.copyOf(actions), List.copyOf(ended), new LinkedHashMap<>(statuses), everything);
    actions.clear();
    ended.clear();
    statuses.clear();
    everything = false;
    return news;
  }
}
