package dev.muster.records.actions;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.run.RunId;
import java.util.Optional;
import java.util.Set;

/**
 * Which actions to list.
 *
 * @param states any of them; all states when it is empty
 * @param sight of whom asks
 */
public record ActionFilter(
    Optional<ClusterName> cluster,
    Optional<NodeId> node,
    Optional<RunId> run,
    Set<ActionState> states,
    Optional<ActionKind> kind,
    Sight sight) {

  /** Of somebody who sees everything. */
  public ActionFilter(
      Optional<ClusterName> cluster,
      Optional<NodeId> node,
      Optional<RunId> run,
      Set<ActionState> states,
      Optional<ActionKind> kind) {
    this(cluster, node, run, states, kind, Sight.ALL);
  }

  public static final ActionFilter ALL =
      new ActionFilter(
          Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), Optional.empty());
}
