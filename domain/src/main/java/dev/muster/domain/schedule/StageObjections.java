package dev.muster.domain.schedule;

import dev.muster.domain.schedule.StageTally.Saying;
import java.util.Optional;

/** What the rules of a stage say against starting one of its actions now. */
final class StageObjections {

  private StageObjections() {}

  /** Also holds what belongs to a stage that is not open: its run is about to cancel it. */
  static Optional<WaitReason> runPaused(Case it) {
    if (it.claim().stage().isEmpty()) {
      return Optional.empty();
    }
    if (it.stage().isEmpty() || !it.hasTurn()) {
      return Optional.of(WaitSentences.notOpen(it.claim().stage().get()));
    }
    StageTally tally = it.stage().get();
    return tally
        .stage
        .paused()
        .map(by -> tally.say(Saying.PAUSED, of -> WaitSentences.paused(of, by)));
  }

  static Optional<WaitReason> windowClosed(Case it) {
    return it.starting()
        .filter(tally -> !tally.windowOpen)
        .map(tally -> tally.say(Saying.OUTSIDE_WINDOWS, WaitSentences::windowClosed));
  }

  static Optional<WaitReason> budgetSpent(Case it) {
    return it.starting()
        .filter(StageTally::budgetSpent)
        .map(tally -> tally.say(Saying.BUDGET_SPENT, WaitSentences::budgetSpent));
  }

  static Optional<WaitReason> stageAtLimit(Case it) {
    if (it.starting().isEmpty()) {
      return Optional.empty();
    }
    StageTally tally = it.starting().get();
    if (tally.behindBarrier(it.node().get().id) && !tally.barrierSettles()) {
      return Optional.of(tally.say(Saying.BEHIND_BARRIER, WaitSentences::behindBarrier));
    }
    return tally.atLimit() && !tally.allSettling()
        ? Optional.of(tally.say(Saying.AT_LIMIT, WaitSentences::windowFull))
        : Optional.empty();
  }

  /** A node that is down, or in work already, costs no capacity. */
  static Optional<WaitReason> tooFewHealthy(Case it) {
    if (it.starting().isEmpty() || !it.node().get().isUp() || it.node().get().inWork) {
      return Optional.empty();
    }
    return it.starting()
        .filter(tally -> tally.rules().minHealthy() > 0)
        .filter(tally -> tally.healthy() - 1 < tally.rules().minHealthy())
        .map(tally -> tally.say(Saying.TOO_FEW_HEALTHY, WaitSentences::tooFewHealthy));
  }

  static Optional<WaitReason> settling(Case it) {
    if (it.starting().isEmpty()) {
      return Optional.empty();
    }
    StageTally tally = it.starting().get();
    if (tally.behindBarrier(it.node().get().id)) {
      return Optional.of(tally.say(Saying.BARRIER_SETTLES, WaitSentences::barrierSettles));
    }
    return tally.atLimit()
        ? Optional.of(tally.say(Saying.LIMIT_SETTLES, WaitSentences::windowSettles))
        : Optional.empty();
  }
}
