package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.schedule.ClusterView.Claim;
import dev.muster.domain.schedule.Ledger.Group;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Judges the claims of one decision, in their order.
 *
 * <p>Two rules are not written in the list of reasons. A further step on a node that its own stage
 * has in work passes every limit, and the door that an exclusive action closes: if it did not, the
 * exclusive action would wait for the node, and the node for the exclusive action. A stage takes a
 * node only when nothing is on its agent, however long the agent's queue may be. And an action that
 * waits for a person, the calendar or the node's health lets later ones pass: a run is paused to
 * mend a node by hand, and a node that is down is mended by an action.
 */
final class Judge {

  /** The tests, in the order of {@link WaitReason.Code}. */
  private static final List<BiFunction<Judge, Case, Optional<WaitReason>>> TESTS =
      List.of(
          (judge, it) -> nodeUnknown(it),
          (judge, it) -> nodeNotUp(it),
          Judge::clusterExclusive,
          Judge::nodeBusy,
          (judge, it) -> behindEarlier(it),
          (judge, it) -> suspended(it),
          (judge, it) -> judge.ledger.suspendedParent(it).map(WaitSentences::parentSuspended),
          (judge, it) -> StageObjections.runPaused(it),
          (judge, it) -> StageObjections.windowClosed(it),
          Judge::lockHeld,
          (judge, it) -> StageObjections.budgetSpent(it),
          (judge, it) -> StageObjections.stageAtLimit(it),
          Judge::clusterAtLimit,
          (judge, it) -> StageObjections.tooFewHealthy(it),
          (judge, it) -> StageObjections.settling(it),
          Judge::retryDelay);

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
    Case it = Case.of(claim, ledger);
    Optional<WaitReason> reason = whyNot(it);
    if (reason.isEmpty()) {
      ledger.take(it);
      return new Verdict.Start(claim.id());
    }
    remember(it, reason.get().code());
    return new Verdict.Wait(claim.id(), reason.get());
  }

  Optional<Instant> reviewAt() {
    return reviewAt;
  }

  private Optional<WaitReason> whyNot(Case it) {
    for (BiFunction<Judge, Case, Optional<WaitReason>> test : TESTS) {
      Optional<WaitReason> reason = test.apply(this, it);
      if (reason.isPresent()) {
        return reason;
      }
    }
    return Optional.empty();
  }

  private void remember(Case it, WaitReason.Code code) {
    if (keepsItsPlace(code) && it.node().isPresent()) {
      it.node().get().keepsItsPlace(it.claim());
    }
    if (code == WaitReason.Code.CLUSTER_EXCLUSIVE
        && atTheDoor.isEmpty()
        && it.exclusive()
        && onlyOthersAreInTheWay(it)) {
      atTheDoor = Optional.of(it.group());
    }
    if (code == WaitReason.Code.WINDOW_CLOSED) {
      review(it.stage().flatMap(tally -> tally.opensAt));
    }
    if (code == WaitReason.Code.RETRY_DELAY) {
      review(it.claim().notBefore());
    }
  }

  private void review(Optional<Instant> at) {
    if (at.isPresent() && (reviewAt.isEmpty() || at.get().isBefore(reviewAt.get()))) {
      reviewAt = at;
    }
  }

  /**
   * Whether later actions of the node stay behind one that waits for this. Whoever has the cluster
   * passes those that wait for the cluster; nobody else passes the test that holds them.
   */
  private static boolean keepsItsPlace(WaitReason.Code code) {
    return switch (code) {
      case NODE_UNKNOWN,
          NODE_NOT_UP,
          CLUSTER_EXCLUSIVE,
          PARENT_SUSPENDED,
          RUN_PAUSED,
          WINDOW_CLOSED,
          BUDGET_SPENT,
          CHILDREN,
          LIFECYCLE_HOOK,
          APPROVAL ->
          false;
      case NODE_BUSY,
          BEHIND_EARLIER_ACTION,
          DEPENDENCY,
          SUSPENDED,
          LOCK_HELD,
          STAGE_AT_LIMIT,
          CLUSTER_AT_LIMIT,
          TOO_FEW_HEALTHY,
          SETTLING,
          RETRY_DELAY,
          SECRET_AWAY ->
          true;
    };
  }

  /** An exclusive action that could not start on an idle cluster either closes no door. */
  private boolean onlyOthersAreInTheWay(Case it) {
    return StageObjections.runPaused(it)
        .or(() -> StageObjections.windowClosed(it))
        .or(() -> StageObjections.budgetSpent(it))
        .or(() -> retryDelay(it))
        .isEmpty();
  }

  private static Optional<WaitReason> nodeUnknown(Case it) {
    return it.node()
        .filter(node -> !node.isKnown())
        .map(node -> WaitSentences.nodeUnknown(node.id));
  }

  private static Optional<WaitReason> nodeNotUp(Case it) {
    if (!it.needsAgent() || it.node().isEmpty() || it.node().get().isUp()) {
      return Optional.empty();
    }
    NodeEntry node = it.node().get();
    boolean mayBeDown = it.claim().needs() == ClusterView.Needs.AGENT || it.continues();
    return node.status.agentAnswers() && mayBeDown
        ? Optional.empty()
        : Optional.of(WaitSentences.nodeNotUp(node.id, node.status));
  }

  private Optional<WaitReason> clusterExclusive(Case it) {
    if (it.continues() || ledger.parent(it).isPresent()) {
      return Optional.empty();
    }
    Optional<Group> holder = ledger.holder();
    boolean holds = it.exclusive() && holder.isPresent() && holder.get().equals(it.group());
    if (holder.isPresent() && !holds) {
      return Optional.of(WaitSentences.hasTheCluster(ledger.name(holder.get())));
    }
    if (it.exclusive() && ledger.inWorkBeside(it) > 0) {
      return Optional.of(WaitSentences.wantsTheCluster(ledger.inWorkBeside(it)));
    }
    boolean pastTheDoor =
        holds || atTheDoor.isEmpty() || (it.exclusive() && atTheDoor.get().equals(it.group()));
    return pastTheDoor
        ? Optional.empty()
        : Optional.of(WaitSentences.atTheDoor(ledger.name(atTheDoor.get())));
  }

  private Optional<WaitReason> nodeBusy(Case it) {
    if (it.node().isEmpty()) {
      return Optional.empty();
    }
    NodeEntry node = it.node().get();
    Optional<StageTally> holder = node.holder();
    if (holder.isPresent() && !it.continues() && !sameRun(holder.get(), it)) {
      return Optional.of(
          node.say(
              NodeEntry.Saying.HELD_BY_RUN, () -> WaitSentences.heldByRun(node.id, holder.get())));
    }
    int queue = it.starting().isPresent() ? 1 : view.settings().agentQueue();
    boolean asksNothing = !it.needsAgent() && it.starting().isEmpty();
    return node.onAgent >= queue && !asksNothing
        ? node.front()
            .map(front ->
                node.say(
                    NodeEntry.Saying.AGENT_FULL,
                    () -> WaitSentences.agentFull(node.id, node.onAgent, front)))
        : Optional.empty();
  }

  private static boolean sameRun(StageTally holder, Case it) {
    return it.stage().isPresent() && it.stage().get().key.run().equals(holder.key.run());
  }

  private static Optional<WaitReason> behindEarlier(Case it) {
    if (it.node().isEmpty() || it.continues()) {
      return Optional.empty();
    }
    NodeEntry node = it.node().get();
    return node.firstInLine()
        .map(first ->
            node.say(
                NodeEntry.Saying.BEHIND_EARLIER, () -> WaitSentences.behind(node.id, first.id())));
  }

  private static Optional<WaitReason> suspended(Case it) {
    return it.node()
        .filter(node -> it.needsAgent())
        .flatMap(NodeEntry::front)
        .filter(front -> front.state() == ActionState.SUSPENDED)
        .map(front -> WaitSentences.suspended(front.id()));
  }

  /** Who changes the members has them alone; what it derives takes nothing. */
  private Optional<WaitReason> lockHeld(Case it) {
    return it.claim().takes() == ClusterView.Takes.MEMBERS
        ? ledger.hasTheMembers().map(WaitSentences::membersTaken)
        : Optional.empty();
  }

  private Optional<WaitReason> clusterAtLimit(Case it) {
    if (it.node().isEmpty() || it.node().get().inWork) {
      return Optional.empty();
    }
    return view.settings()
        .maxNodesInWork()
        .filter(limit -> ledger.nodesInWork() >= limit)
        .map(limit -> WaitSentences.clusterAtLimit(ledger.nodesInWork(), limit));
  }

  private Optional<WaitReason> retryDelay(Case it) {
    return it.claim().notBefore().filter(now::isBefore).map(WaitSentences::retryDelay);
  }
}
