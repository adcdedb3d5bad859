package dev.muster.domain.schedule;

import dev.muster.domain.schedule.ClusterView.Claim;
import java.util.Optional;

/**
 * A claim with all that the tests ask of it, looked up once.
 *
 * @param node empty for an action whose target is the cluster
 * @param stage the open stage that it belongs to; empty if it belongs to none, or to one that is
 *     not open
 * @param hasTurn whether the stage has the node in work, or has not had its turn
 * @param continues whether it is a further step on a node that its own stage has in work
 * @param exclusive whether it wants the cluster for itself, or for its stage
 */
record Case(
    Claim claim,
    Optional<NodeEntry> node,
    Optional<StageTally> stage,
    boolean hasTurn,
    boolean continues,
    boolean exclusive) {

  static Case of(Claim claim, Ledger ledger) {
    Optional<NodeEntry> node = claim.node().map(ledger::node);
    Optional<StageTally> stage = ledger.stage(claim);
    boolean onNode = stage.isPresent() && claim.node().isPresent();
    boolean continues = onNode && stage.get().isWorkingOn(claim.node().get());
    boolean hasTurn = continues || !onNode || stage.get().isWaiting(claim.node().get());
    boolean exclusive = claim.exclusive() || (stage.isPresent() && stage.get().rules().exclusive());
    return new Case(claim, node, stage, hasTurn, continues, exclusive);
  }

  /** Whether something of it reaches the node; what Muster itself executes asks nothing of it. */
  boolean needsAgent() {
    return claim.needs() != ClusterView.Needs.NOTHING;
  }

  /** The stage, if this action would take a new node into work for it. */
  Optional<StageTally> starting() {
    return continues || node.isEmpty() ? Optional.empty() : stage;
  }

  /** The nodes of an exclusive stage share the cluster; any other exclusive action is alone. */
  Ledger.Group group() {
    return stage.isPresent() && stage.get().rules().exclusive()
        ? new Ledger.Group.OfStage(stage.get().key)
        : new Ledger.Group.OfAction(claim.id());
  }
}
