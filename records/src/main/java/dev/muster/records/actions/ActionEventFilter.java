package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.event.EventLevel;
import dev.muster.domain.identity.Sight;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which events: those that have one of the values of each list that is not empty.
 *
 * @param levels at least one
 * @param sight of whom asks
 */
public record ActionEventFilter(
    List<ClusterName> clusters,
    List<NodeId> nodes,
    List<ActionKind> kinds,
    Optional<ActionId> action,
    Set<EventLevel> levels,
    Derived derived,
    Sight sight) {

  public ActionEventFilter {
    clusters = List.copyOf(clusters);
    nodes = List.copyOf(nodes);
    kinds = List.copyOf(kinds);
    levels = Set.copyOf(levels);
  }

  /** Whether events are wanted of actions that another action, or a run, derived. */
  public enum Derived {
    SILENT,
    TOLD
  }
}
