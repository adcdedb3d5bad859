package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.run.RunId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which actions to list: those that have one of the values of each list that is not empty.
 *
 * @param names of their metadata
 * @param parents the actions that derived them
 * @param sight of whom asks
 */
public record ActionFilter(
    List<ClusterName> clusters,
    List<NodeId> nodes,
    List<RunId> runs,
    Set<ActionState> states,
    List<ActionKind> kinds,
    List<String> names,
    List<ActionId> parents,
    Sight sight) {

  public ActionFilter {
    clusters = List.copyOf(clusters);
    nodes = List.copyOf(nodes);
    runs = List.copyOf(runs);
    kinds = List.copyOf(kinds);
    names = List.copyOf(names);
    parents = List.copyOf(parents);
  }

  /** Of somebody who sees everything. */
  public ActionFilter(
      Optional<ClusterName> cluster,
      Optional<NodeId> node,
      Optional<RunId> run,
      Set<ActionState> states,
      Optional<ActionKind> kind) {
    this(
        cluster.stream().toList(),
        node.stream().toList(),
        run.stream().toList(),
        states,
        kind.stream().toList(),
        List.of(),
        List.of(),
        Sight.ALL);
  }

  public static final ActionFilter ALL =
      new ActionFilter(
          Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), Optional.empty());
}
