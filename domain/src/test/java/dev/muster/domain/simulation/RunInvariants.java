package dev.muster.domain.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.ApprovalRule;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What must hold of every run at every moment: the order of its stages, its rollback, its tries.
 */
final class RunInvariants {

  private final FakeCluster cluster;

  RunInvariants(FakeCluster cluster) {
    this.cluster = cluster;
  }

  void hold() {
    for (FakeRun run : cluster.runs) {
      assertThat(run.stages.stream().filter(FakeRun.Stage::isOpen).count())
          .as("open stages of %s", run.label)
          .isLessThanOrEqualTo(run.state.isFinal() ? 0 : 1);
      for (FakeRun.Stage stage : run.stages) {
        if (stage.openedAt.isPresent()) {
          openedInItsTurn(run, stage);
        }
      }
    }
  }

  private static void openedInItsTurn(FakeRun run, FakeRun.Stage stage) {
    List<FakeRun.Stage> before = run.stages.subList(0, stage.plan.index());
    switch (stage.plan.kind()) {
      case FORWARD -> {
        assertThat(before).as("before %s", stage.plan.name()).allMatch(one -> one.state.isFinal());
        assertThat(before)
            .filteredOn(one -> one.state != ProgressState.COMPLETED)
            .allMatch(one -> one.plan.onFailure() == StagePlan.OnFailure.CONTINUE);
      }
      case ROLLBACK -> {
        assertThat(before)
            .as("what %s undoes", run.label)
            .anyMatch(one ->
                one.state == ProgressState.APPLY_FAILED
                    && one.plan.onFailure() == StagePlan.OnFailure.ROLLBACK);
        assertThat(stage.members.keySet()).as("nodes rolled back").isEqualTo(touched(before));
      }
    }
    stage.plan.approval().ifPresent(rule -> assertThat(approvedBy(stage, rule)).isTrue());
  }

  private static Set<NodeId> touched(List<FakeRun.Stage> stages) {
    Set<NodeId> nodes = new TreeSet<>();
    for (FakeRun.Stage stage : stages) {
      stage.members.forEach((node, member) -> {
        if (member.actions.stream().anyMatch(action -> action.sent)) {
          nodes.add(node);
        }
      });
    }
    return nodes;
  }

  /** The simulated runs are anna's, and she may not approve them herself. */
  private static boolean approvedBy(FakeRun.Stage stage, ApprovalRule rule) {
    return stage.answers.stream()
            .filter(answer -> answer.verdict() == RunSituation.Answer.Verdict.APPROVE)
            .map(RunSituation.Answer::by)
            .filter(by -> !by.equals("anna"))
            .distinct()
            .count()
        >= rule.required();
  }

  /** Of an action that a stage starts now. */
  void triedNoMoreThanAllowed(FakeAction action) {
    StageKey key = action.stage.orElseThrow();
    for (FakeRun run : cluster.runs) {
      if (run.id.equals(key.run())) {
        StagePlan plan = run.stages.get(key.stage()).plan;
        assertThat(action.attempt)
            .as("attempts of %s", action.label)
            .isLessThanOrEqualTo(1 + plan.steps().get(action.step).retries());
      }
    }
  }
}
