package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.ClusterView.Claim;
import dev.muster.domain.schedule.Ledger.Group;
import java.time.Instant;
import java.util.Optional;

/**
 * Judges the claims of one decision, in their order.
 *
 * <p>Two rules are not written in the list of reasons. A further step on a node that its own stage
 * has in work passes every limit, and the door that an exclusive action closes: if it did not, the
 * exclusive action would wait for the node, and the node for the exclusive action. And an action
 * that waits for a person, the calendar or the node's health lets later ones pass: a run is paused
 * to mend a node by hand, and a node that is down is mended by an action.
 */
final class Judge {

  private final ClusterView view;
  private final Instant now;
  private final Ledger ledger;
  private Optional<Group> atTheDoor = Optional.empty();
  private Optional<Instant> reviewAt = Optional.empty();

  Judge(ClusterView view, Instant now) {
    this.view = view;
    this.now = now;
    this.ledger = new Ledger(view, now);
  }

  Verdict verdict(Claim claim) {
    Optional<WaitReason> reason = whyNot(claim);
    if (reason.isEmpty()) {
      ledger.take(claim);
      claim.node().ifPresent(id -> ledger.node(id).add(claim));
      return new Verdict.Start(claim.id());
    }
    remember(claim, reason.get().code());
    return new Verdict.Wait(claim.id(), reason.get());
  }

  Optional<Instant> reviewAt() {
    return reviewAt;
  }

  /** The tests, in the order of {@link WaitReason.Code}. */
  private Optional<WaitReason> whyNot(Claim claim) {
    return nodeUnknown(claim)
        .or(() -> nodeNotUp(claim))
        .or(() -> clusterExclusive(claim))
        .or(() -> nodeBusy(claim))
        .or(() -> behindEarlier(claim))
        .or(() -> suspended(claim))
        .or(() -> runPaused(claim))
        .or(() -> windowClosed(claim))
        .or(() -> budgetSpent(claim))
        .or(() -> stageAtLimit(claim))
        .or(() -> clusterAtLimit(claim))
        .or(() -> tooFewHealthy(claim))
        .or(() -> settling(claim))
        .or(() -> retryDelay(claim));
  }

  private void remember(Claim claim, WaitReason.Code code) {
    if (keepsItsPlace(code) && claim.node().isPresent()) {
      NodeEntry node = ledger.node(claim.node().get());
      node.firstInLine = node.firstInLine.or(() -> Optional.of(claim));
    }
    if (code == WaitReason.Code.CLUSTER_EXCLUSIVE
        && atTheDoor.isEmpty()
        && ledger.isExclusive(claim)
        && onlyOthersAreInTheWay(claim)) {
      atTheDoor = Optional.of(ledger.group(claim));
    }
    if (code == WaitReason.Code.WINDOW_CLOSED) {
      review(ledger.stage(claim).flatMap(tally -> tally.opensAt));
    }
    if (code == WaitReason.Code.RETRY_DELAY) {
      review(claim.notBefore());
    }
  }

  private void review(Optional<Instant> at) {
    if (at.isPresent() && (reviewAt.isEmpty() || at.get().isBefore(reviewAt.get()))) {
      reviewAt = at;
    }
  }

  private static boolean keepsItsPlace(WaitReason.Code code) {
    return switch (code) {
      case NODE_UNKNOWN, NODE_NOT_UP, RUN_PAUSED, WINDOW_CLOSED, BUDGET_SPENT -> false;
      case CLUSTER_EXCLUSIVE,
          NODE_BUSY,
          BEHIND_EARLIER_ACTION,
          DEPENDENCY,
          SUSPENDED,
          LOCK_HELD,
          STAGE_AT_LIMIT,
          CLUSTER_AT_LIMIT,
          TOO_FEW_HEALTHY,
          SETTLING,
          RETRY_DELAY ->
          true;
    };
  }

  /** An exclusive action that could not start on an idle cluster either closes no door. */
  private boolean onlyOthersAreInTheWay(Claim claim) {
    return runPaused(claim)
        .or(() -> windowClosed(claim))
        .or(() -> budgetSpent(claim))
        .or(() -> retryDelay(claim))
        .isEmpty();
  }

  private Optional<WaitReason> nodeUnknown(Claim claim) {
    return claim.node().filter(id -> !view.nodes().containsKey(id)).map(Reasons::nodeUnknown);
  }

  private Optional<WaitReason> nodeNotUp(Claim claim) {
    if (claim.node().isEmpty()) {
      return Optional.empty();
    }
    NodeEntry node = ledger.node(claim.node().get());
    boolean may =
        node.isUp()
            || (node.status.agentAnswers() && (claim.evenWhenDown() || ledger.continues(claim)));
    return may ? Optional.empty() : Optional.of(Reasons.nodeNotUp(claim.node().get(), node.status));
  }

  private Optional<WaitReason> clusterExclusive(Claim claim) {
    if (ledger.continues(claim)) {
      return Optional.empty();
    }
    boolean exclusive = ledger.isExclusive(claim);
    Optional<Group> holder = ledger.holder();
    if (holder.isPresent() && !(exclusive && ledger.group(claim).equals(holder.get()))) {
      return Optional.of(Reasons.hasTheCluster(ledger.name(holder.get())));
    }
    if (exclusive) {
      int others = ledger.inWorkBeside(claim);
      if (others > 0) {
        return Optional.of(Reasons.wantsTheCluster(others));
      }
    }
    if (atTheDoor.isPresent() && !(exclusive && ledger.group(claim).equals(atTheDoor.get()))) {
      return Optional.of(Reasons.atTheDoor(ledger.name(atTheDoor.get())));
    }
    return Optional.empty();
  }

  private Optional<WaitReason> nodeBusy(Claim claim) {
    if (claim.node().isEmpty()) {
      return Optional.empty();
    }
    NodeId id = claim.node().get();
    NodeEntry node = ledger.node(id);
    Optional<RunId> own = claim.stage().map(StageKey::run);
    if (node.holder.isPresent()
        && !ledger.continues(claim)
        && !Optional.of(node.holder.get().key.run()).equals(own)) {
      return Optional.of(Reasons.heldByRun(id, node.holder.get()));
    }
    if (node.onAgent >= view.settings().agentQueue()) {
      return node.front().map(front -> Reasons.agentFull(id, node.onAgent, front));
    }
    return Optional.empty();
  }

  private Optional<WaitReason> behindEarlier(Claim claim) {
    if (claim.node().isEmpty() || ledger.continues(claim)) {
      return Optional.empty();
    }
    return ledger
        .node(claim.node().get())
        .firstInLine
        .map(first -> Reasons.behind(claim.node().get(), first.id()));
  }

  private Optional<WaitReason> suspended(Claim claim) {
    return claim
        .node()
        .flatMap(id -> ledger.node(id).front())
        .filter(front -> front.state() == ActionState.SUSPENDED)
        .map(front -> Reasons.suspended(front.id()));
  }

  /** Also holds what belongs to a stage that is not open: its run is about to cancel it. */
  private Optional<WaitReason> runPaused(Claim claim) {
    if (claim.stage().isEmpty()) {
      return Optional.empty();
    }
    Optional<StageTally> tally = ledger.stage(claim);
    if (tally.isEmpty() || !hasTurn(claim, tally.get())) {
      return Optional.of(Reasons.notOpen(claim.stage().get()));
    }
    return tally.get().stage.paused().map(by -> Reasons.paused(tally.get(), by));
  }

  private static boolean hasTurn(Claim claim, StageTally tally) {
    return claim.node().isEmpty()
        || tally.isWorkingOn(claim.node().get())
        || tally.isWaiting(claim.node().get());
  }

  /** The stage, if this action would take a new node into work for it. */
  private Optional<StageTally> starting(Claim claim) {
    return ledger.continues(claim) ? Optional.empty() : ledger.stage(claim);
  }

  private Optional<WaitReason> windowClosed(Claim claim) {
    return starting(claim).filter(tally -> !tally.windowOpen).map(Reasons::windowClosed);
  }

  private Optional<WaitReason> budgetSpent(Claim claim) {
    return starting(claim).filter(StageTally::budgetSpent).map(Reasons::budgetSpent);
  }

  private Optional<WaitReason> stageAtLimit(Claim claim) {
    Optional<StageTally> stage = starting(claim).filter(tally -> claim.node().isPresent());
    if (stage.isEmpty()) {
      return Optional.empty();
    }
    StageTally tally = stage.get();
    if (tally.behindBarrier(claim.node().get()) && !tally.barrierSettles()) {
      return Optional.of(Reasons.behindBarrier(tally));
    }
    return tally.windowFull() && !tally.allSettling()
        ? Optional.of(Reasons.windowFull(tally))
        : Optional.empty();
  }

  private Optional<WaitReason> clusterAtLimit(Claim claim) {
    if (claim.node().isEmpty() || ledger.node(claim.node().get()).inWork) {
      return Optional.empty();
    }
    return view.settings()
        .maxNodesInWork()
        .filter(limit -> ledger.nodesInWork() >= limit)
        .map(limit -> Reasons.clusterAtLimit(ledger.nodesInWork(), limit));
  }

  /** A node that is down, or in work already, costs no capacity. */
  private Optional<WaitReason> tooFewHealthy(Claim claim) {
    Optional<StageTally> stage = starting(claim).filter(tally -> claim.node().isPresent());
    if (stage.isEmpty() || stage.get().rules().minHealthy() == 0) {
      return Optional.empty();
    }
    NodeEntry node = ledger.node(claim.node().get());
    boolean costs = node.isUp() && !node.inWork;
    return costs && stage.get().healthy() - 1 < stage.get().rules().minHealthy()
        ? Optional.of(Reasons.tooFewHealthy(stage.get()))
        : Optional.empty();
  }

  private Optional<WaitReason> settling(Claim claim) {
    Optional<StageTally> stage = starting(claim).filter(tally -> claim.node().isPresent());
    if (stage.isEmpty()) {
      return Optional.empty();
    }
    StageTally tally = stage.get();
    if (tally.behindBarrier(claim.node().get())) {
      return Optional.of(Reasons.barrierSettles(tally));
    }
    return tally.windowFull() ? Optional.of(Reasons.windowSettles(tally)) : Optional.empty();
  }

  private Optional<WaitReason> retryDelay(Claim claim) {
    return claim.notBefore().filter(now::isBefore).map(Reasons::retryDelay);
  }
}
