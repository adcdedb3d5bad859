package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.ClusterView.Claim;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Who works on what during one decision: what was there before, and what the decision starts. */
final class Ledger {

  /** Whoever asks for the whole cluster: a stage, or a single action. */
  sealed interface Group {
    record OfStage(StageKey stage) implements Group {}

    record OfAction(ActionId action) implements Group {}
  }

  private final ClusterView view;
  private final Map<NodeId, NodeEntry> nodes = new HashMap<>();
  private final Map<StageKey, StageTally> stages = new HashMap<>();
  private int nodesInWork;

  /** The actions in work whose target is the cluster. */
  private final Map<ActionId, Claim> clusterActions = new HashMap<>();

  private Optional<Group> holder = Optional.empty();

  Ledger(ClusterView view, Instant now) {
    this.view = view;
    view.stages().forEach((key, stage) -> addStage(new StageTally(key, stage, now)));
    for (Claim claim : view.actions()) {
      if (claim.sent() || claim.state().isOnAgent()) {
        take(Case.of(claim, this));
      }
    }
  }

  private void addStage(StageTally tally) {
    stages.put(tally.key, tally);
    for (NodeId id : tally.stage.members().keySet()) {
      NodeEntry node = node(id);
      if (node.isUp()) {
        node.countedAsHealthyBy.add(tally);
        if (!node.inWork) {
          tally.addHealthy();
        }
      }
      if (tally.isWorkingOn(id)) {
        occupy(node);
        node.heldBy(tally);
      }
    }
    if (tally.hasTheCluster()) {
      holder = holder.or(() -> Optional.of(new Group.OfStage(tally.key)));
    }
  }

  /**
   * Notes an action that starts now, or that is on its agent, or may be; a stage's first step may
   * be recorded as such before its node is.
   */
  void take(Case it) {
    if (it.exclusive()) {
      holder = holder.or(() -> Optional.of(it.group()));
    }
    if (it.node().isEmpty()) {
      clusterActions.put(it.claim().id(), it.claim());
      return;
    }
    NodeEntry node = it.node().get();
    if (it.needsAgent()) {
      node.add(it.claim());
    }
    occupy(node);
    if (it.starting().isPresent() && it.hasTurn()) {
      StageTally tally = it.starting().get();
      tally.take(node.id);
      node.heldBy(tally);
    }
  }

  private void occupy(NodeEntry node) {
    if (!node.inWork) {
      node.inWork = true;
      nodesInWork++;
      node.countedAsHealthyBy.forEach(StageTally::removeHealthy);
    }
  }

  /** The node's entry, whether the cluster has the node or not. */
  NodeEntry node(NodeId id) {
    NodeEntry entry = nodes.get(id);
    if (entry == null) {
      entry = new NodeEntry(id, Optional.ofNullable(view.nodes().get(id)));
      nodes.put(id, entry);
    }
    return entry;
  }

  /** The open stage that the action belongs to. */
  Optional<StageTally> stage(Claim claim) {
    return claim.stage().flatMap(key -> Optional.ofNullable(stages.get(key)));
  }

  /**
   * The action on the cluster that derived this one, as long as it is in work. Then this one passes
   * the door that an exclusive action closes, which waits for the one that derived it.
   */
  Optional<Claim> parent(Case it) {
    return it.claim().parent().flatMap(id -> Optional.ofNullable(clusterActions.get(id)));
  }

  /** The same, if it is suspended. */
  Optional<ActionId> suspendedParent(Case it) {
    return parent(it).filter(parent -> parent.state() == ActionState.SUSPENDED).map(Claim::id);
  }

  /** Who changes the members of the cluster now. */
  Optional<ActionId> hasTheMembers() {
    return clusterActions.values().stream()
        .filter(claim -> claim.takes() == ClusterView.Takes.MEMBERS)
        .map(Claim::id)
        .findFirst();
  }

  /** Who has the cluster to itself now. */
  Optional<Group> holder() {
    return holder;
  }

  /** How much is in work on the cluster that does not belong to this exclusive action. */
  int inWorkBeside(Case it) {
    int own =
        it.stage().filter(tally -> tally.rules().exclusive()).map(StageTally::inWork).orElse(0);
    return nodesInWork + clusterActions.size() - own;
  }

  int nodesInWork() {
    return nodesInWork;
  }

  /** How people know whoever has, or wants, the cluster. */
  String name(Group group) {
    return switch (group) {
      case Group.OfStage(StageKey key) -> {
        ClusterView.Stage stage = view.stages().get(key);
        yield stage == null ? "a run" : WaitSentences.stage(stage);
      }
      case Group.OfAction(ActionId id) -> "action " + WaitSentences.brief(id);
    };
  }
}
