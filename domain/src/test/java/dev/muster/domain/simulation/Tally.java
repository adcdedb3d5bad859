package dev.muster.domain.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.schedule.Decision;
import dev.muster.domain.schedule.Verdict;
import dev.muster.domain.schedule.WaitReason;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Counts what the simulated worlds decided, and in how many of them each thing really happened. */
final class Tally {

  /** What the mix is made for. */
  enum Happening {
    LATER_BATCH_WORKED,
    ROLLED_BACK,
    RETRIED,
    SEVERAL_RUNS_IN_WORK,
    APPROVED,
    REJECTED,
    CANCELLED,
    NODE_GIVEN_UP,
    COMPLETED,
    FAILED
  }

  private final Map<Happening, Integer> worlds = new EnumMap<>(Happening.class);
  private final Map<WaitReason.Code, Integer> waited = new EnumMap<>(WaitReason.Code.class);
  private final Set<WaitReason.Code> waitedNow = EnumSet.noneOf(WaitReason.Code.class);
  private final Set<Happening> now = EnumSet.noneOf(Happening.class);
  private int seeds;
  private long decisions;
  private long verdicts;
  private long starts;

  /** One decision of the scheduler, whose invariants were checked. */
  void decided(FakeCluster cluster, Decision decision) {
    decisions++;
    verdicts += decision.verdicts().size();
    for (Verdict verdict : decision.verdicts()) {
      switch (verdict) {
        case Verdict.Start start -> starts++;
        case Verdict.Wait wait -> waitedNow.add(wait.reason().code());
      }
    }
    if (cluster.runs.stream().filter(run -> !Invariants.workedOnBy(run).isEmpty()).count() > 1) {
      now.add(Happening.SEVERAL_RUNS_IN_WORK);
    }
  }

  /** One world came to its end. */
  void ended(FakeCluster cluster) {
    seeds++;
    for (FakeRun run : cluster.runs) {
      note(run);
    }
    now.forEach(happening -> worlds.merge(happening, 1, Integer::sum));
    waitedNow.forEach(code -> waited.merge(code, 1, Integer::sum));
    now.clear();
    waitedNow.clear();
  }

  private void note(FakeRun run) {
    if (run.state == ProgressState.COMPLETED) {
      now.add(Happening.COMPLETED);
    }
    if (run.state == ProgressState.APPLY_FAILED) {
      now.add(Happening.FAILED);
    }
    if (run.cancelledBy.isPresent()) {
      now.add(Happening.CANCELLED);
    }
    if (run.state == ProgressState.CANCELLED && run.cancelledBy.isEmpty()) {
      now.add(Happening.REJECTED);
    }
    for (FakeRun.Stage stage : run.stages) {
      if (stage.openedAt.isPresent() && !stage.answers.isEmpty()) {
        now.add(Happening.APPROVED);
      }
      if (run.state == ProgressState.ROLLED_BACK
          && stage.plan.kind() == StagePlan.Kind.ROLLBACK
          && sent(stage).findAny().isPresent()) {
        now.add(Happening.ROLLED_BACK);
      }
      if (sent(stage).anyMatch(action -> action.attempt > 1)) {
        now.add(Happening.RETRIED);
      }
      if (sent(stage).anyMatch(action -> batchOf(stage, action.node) > 0)) {
        now.add(Happening.LATER_BATCH_WORKED);
      }
      if (stage.members.values().stream().anyMatch(member -> member.why.contains("silent"))) {
        now.add(Happening.NODE_GIVEN_UP);
      }
    }
  }

  private static Stream<FakeAction> sent(FakeRun.Stage stage) {
    return stage.members.values().stream()
        .flatMap(member -> member.actions.stream())
        .filter(action -> action.sent);
  }

  private static int batchOf(FakeRun.Stage stage, Optional<NodeId> node) {
    return stage.member(node.orElseThrow()).batch;
  }

  /** Each happening, and each reason for which these worlds have a cause, in its part of them. */
  void assertEverythingHappened(int oneOf) {
    int least = Math.max(1, seeds / oneOf);
    for (Happening happening : Happening.values()) {
      assertThat(worlds.getOrDefault(happening, 0))
          .as("%s: %s", happening, this)
          .isGreaterThanOrEqualTo(least);
    }
    Set<WaitReason.Code> causes =
        EnumSet.complementOf(
            EnumSet.of(
                WaitReason.Code.NODE_UNKNOWN,
                WaitReason.Code.DEPENDENCY,
                WaitReason.Code.SUSPENDED,
                WaitReason.Code.PARENT_SUSPENDED,
                WaitReason.Code.CHILDREN,
                WaitReason.Code.LOCK_HELD,
                WaitReason.Code.SECRET_AWAY,
                WaitReason.Code.LIFECYCLE_HOOK,
                WaitReason.Code.APPROVAL));
    for (WaitReason.Code code : causes) {
      assertThat(waited.getOrDefault(code, 0))
          .as("%s: %s", code, this)
          .isGreaterThanOrEqualTo(least);
    }
  }

  long decisions() {
    return decisions;
  }

  @Override
  public String toString() {
    return "simulation: %,d decisions of the scheduler (%,d verdicts, %,d starts) over %,d seeds; of these had %s; waited for %s"
        .formatted(decisions, verdicts, starts, seeds, worlds, waited);
  }
}
