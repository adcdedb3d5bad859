package dev.muster.domain.run;

import static dev.muster.domain.run.Runs.NOW;
import static dev.muster.domain.run.Runs.no;
import static dev.muster.domain.run.Runs.run;
import static dev.muster.domain.run.Runs.yes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.StagePlan.OnFailure;
import dev.muster.domain.simulation.Plans;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunDecisionTest {

  private static Plans stage(String name) {
    return Plans.stage(name, 2);
  }

  private static Plans undo() {
    return Plans.stage("undo", 0).rollback();
  }

  private static Plans guarded(int required, String... from) {
    return stage("rest").approval(required, Duration.ofHours(24), from);
  }

  @Test
  void opensTheStagesOneAfterTheOther() {
    assertThat(run().waiting(stage("canary")).waiting(stage("rest")).next())
        .isEqualTo(new RunNext.OpenStage(0));
    assertThat(run().completed("canary").waiting(stage("rest")).next())
        .isEqualTo(new RunNext.OpenStage(1));
    assertThat(run().completed("canary").completed("rest").next())
        .isEqualTo(new RunNext.End(ProgressState.COMPLETED, "every stage is finished"));
  }

  @Test
  void awaitsTheNodesOfAnOpenStage() {
    assertThat(run().open(stage("rest"), 1, 1, 0, 0).next())
        .isEqualTo(
            new RunNext.Await(
                ProgressState.SCHEDULABLE,
                "stage rest: 0 of 2 nodes finished, 1 node in work",
                Optional.empty()));
    assertThat(run().open(stage("rest"), 0, 1, 1, 0).next())
        .isEqualTo(
            new RunNext.Await(
                ProgressState.SCHEDULABLE_WAIT,
                "stage rest: 1 of 2 nodes finished, 1 node in work",
                Optional.empty()));
  }

  @Test
  void completesAStageWhoseFailuresAreWithinTheBudget() {
    assertThat(run().open(stage("rest").maxFailures(1), 0, 0, 3, 1).next())
        .isEqualTo(
            new RunNext.EndStage(
                0, ProgressState.COMPLETED, "3 of 4 nodes succeeded, 1 failed (budget 1)"));
  }

  @Test
  void completesAStageWithoutNodesAtOnce() {
    assertThat(run().open(stage("rest"), 0, 0, 0, 0).next())
        .isEqualTo(new RunNext.EndStage(0, ProgressState.COMPLETED, "no nodes, nothing to do"));
  }

  @Test
  void endsAStageWhoseBudgetIsSpentOnceNothingIsInWork() {
    assertThat(run().open(stage("rest"), 5, 1, 0, 1).next())
        .isEqualTo(
            new RunNext.Await(
                ProgressState.SCHEDULABLE_WAIT,
                "stage rest: 1 failed (budget 0), no more nodes start; 1 node in work",
                Optional.empty()));
    assertThat(run().open(stage("rest"), 5, 0, 1, 1).next())
        .isEqualTo(
            new RunNext.EndStage(0, ProgressState.APPLY_FAILED, "1 of 7 nodes failed (budget 0)"));
  }

  @Test
  void stopsAfterAFailedStageUnlessToldToGoOn() {
    assertThat(run().failed(stage("canary")).waiting(stage("rest")).next())
        .isEqualTo(
            new RunNext.End(
                ProgressState.APPLY_FAILED, "stage canary failed on 1 node (budget 0)"));
    Plans careless = stage("canary").onFailure(OnFailure.CONTINUE);
    assertThat(run().failed(careless).waiting(stage("rest")).next())
        .isEqualTo(new RunNext.OpenStage(1));
    assertThat(run().failed(careless).completed("rest").next())
        .isEqualTo(
            new RunNext.End(
                ProgressState.APPLY_FAILED,
                "stage canary failed on 1 node (budget 0); the stages after it were done all the"
                    + " same"));
  }

  @Test
  void rollsBackWhatFailed() {
    Plans careful = stage("canary").onFailure(OnFailure.ROLLBACK);
    assertThat(run().failed(careful).waiting(stage("rest")).waiting(undo()).next())
        .isEqualTo(new RunNext.OpenStage(2));
    assertThat(
            run()
                .failed(careful)
                .waiting(stage("rest"))
                .ended(undo(), ProgressState.COMPLETED, 0, 0)
                .next())
        .isEqualTo(
            new RunNext.End(
                ProgressState.ROLLED_BACK,
                "stage canary failed on 1 node (budget 0); it was rolled back"));
    assertThat(run().failed(careful).failed(undo()).next())
        .isEqualTo(
            new RunNext.End(
                ProgressState.APPLY_FAILED,
                "stage canary failed on 1 node (budget 0); its rollback failed too: stage undo"
                    + " failed on 1 node (budget 0)"));
    assertThat(run().failed(careful).next())
        .isEqualTo(
            new RunNext.End(
                ProgressState.APPLY_FAILED,
                "stage canary failed on 1 node (budget 0); the playbook has no rollback stages"));
  }

  @Test
  void aRollbackThatFailsGoesOnOnlyIfItsStageSaysSo() {
    Plans careful = stage("canary").onFailure(OnFailure.ROLLBACK);
    assertThat(run().failed(careful).failed(undo()).waiting(undo()).next())
        .isInstanceOf(RunNext.End.class);
    Plans carriesOn = undo().onFailure(OnFailure.CONTINUE);
    assertThat(run().failed(careful).failed(carriesOn).waiting(undo()).next())
        .isEqualTo(new RunNext.OpenStage(2));
  }

  @Test
  void aRollbackThatNobodyApprovesLeavesTheRunFailed() {
    Plans careful = stage("canary").onFailure(OnFailure.ROLLBACK);
    Plans guardedUndo = undo().approval(1, Duration.ofHours(24));
    assertThat(run().failed(careful).waiting(guardedUndo).asked(Runs.no("bruno")).next())
        .isEqualTo(
            new RunNext.End(
                ProgressState.APPLY_FAILED,
                "stage canary failed on 1 node (budget 0); it was not rolled back: stage undo was"
                    + " not approved: bruno said no"));
  }

  @Test
  void aStageThatWasCancelledEndsTheRunAsCancelled() {
    Plans carriesOn = stage("canary").onFailure(OnFailure.CONTINUE);
    assertThat(run().ended(carriesOn, ProgressState.CANCELLED, 0, 0).waiting(stage("rest")).next())
        .isEqualTo(new RunNext.End(ProgressState.CANCELLED, "stage canary was cancelled"));
  }

  @Test
  void passesTheRollbackOverWhenNothingFailed() {
    assertThat(run().completed("rest").waiting(undo()).next())
        .isEqualTo(new RunNext.SkipStage(1, "nothing failed"));
    assertThat(run().completed("rest").ended(undo(), ProgressState.COMPLETED, 0, 0).next())
        .isEqualTo(new RunNext.End(ProgressState.COMPLETED, "every stage is finished"));
  }

  @Test
  void passesAStageOverWhoseConditionIsFalseWithoutAskingAnybody() {
    assertThat(run().waiting(guarded(1)).notApplying().next())
        .isEqualTo(new RunNext.SkipStage(0, "its condition is false"));
  }

  @Test
  void opensNothingWhilePausedButClosesWhatIsFinished() {
    assertThat(run().paused().waiting(stage("rest")).next())
        .isEqualTo(
            new RunNext.Await(
                ProgressState.PAUSED, "paused by bruno before stage rest", Optional.empty()));
    assertThat(run().paused().open(stage("rest"), 2, 1, 0, 0).next())
        .isEqualTo(
            new RunNext.Await(
                ProgressState.PAUSED, "paused by bruno; 1 node in work", Optional.empty()));
    assertThat(run().paused().open(stage("rest"), 0, 0, 2, 0).next())
        .isInstanceOf(RunNext.EndStage.class);
  }

  @Test
  void cancellingClosesTheStageThenWaitsForTheNodesInWork() {
    assertThat(run().cancelled().open(stage("rest"), 2, 1, 0, 0).next())
        .isEqualTo(new RunNext.EndStage(0, ProgressState.CANCELLED, "cancelled by bruno"));
    assertThat(run().cancelled().ended(stage("rest"), ProgressState.CANCELLED, 1, 0).next())
        .isEqualTo(
            new RunNext.Await(
                ProgressState.SCHEDULABLE_WAIT,
                "cancelled by bruno; 1 node in work first ends",
                Optional.empty()));
    assertThat(run().cancelled().ended(stage("rest"), ProgressState.CANCELLED, 0, 0).next())
        .isEqualTo(new RunNext.End(ProgressState.CANCELLED, "cancelled by bruno"));
    assertThat(run().cancelled().paused().waiting(stage("rest")).next())
        .isInstanceOf(RunNext.End.class);
  }

  @Test
  void asksOnceAndOpensWhenEnoughDistinctPeopleSaidYes() {
    assertThat(run().waiting(guarded(2)).next()).isEqualTo(new RunNext.AskApproval(0));
    assertThat(run().waiting(guarded(2)).asked(yes("carla"), yes("carla")).next())
        .isEqualTo(
            new RunNext.Await(
                ProgressState.PENDING_APPROVE,
                "stage rest waits for approval: 1 of 2 given by carla",
                Optional.of(NOW.plus(Duration.ofHours(24)))));
    assertThat(run().waiting(guarded(2)).asked(yes("carla"), yes("bruno")).next())
        .isEqualTo(new RunNext.OpenStage(0));
  }

  @Test
  void countsNeitherTheRequesterNorStrangers() {
    assertThat(run().waiting(guarded(1, "carla")).asked(yes("anna"), yes("bruno")).next())
        .isEqualTo(
            new RunNext.Await(
                ProgressState.PENDING_APPROVE,
                "stage rest waits for approval: 0 of 1 given; may answer: carla",
                Optional.of(NOW.plus(Duration.ofHours(24)))));
  }

  @Test
  void endsWithWhoSaidNo() {
    assertThat(run().waiting(guarded(2)).asked(yes("carla"), no("bruno")).next())
        .isEqualTo(
            new RunNext.End(ProgressState.CANCELLED, "stage rest was not approved: bruno said no"));
  }

  @Test
  void silenceMeansNoAlsoWhilePaused() {
    RunSituation view = run().paused().waiting(guarded(1)).asked().view();
    assertThat(RunDecision.next(view, NOW.plus(Duration.ofHours(24))))
        .isEqualTo(
            new RunNext.End(
                ProgressState.CANCELLED,
                "stage rest was not approved: 0 of 1 approvals were given by"
                    + " 2026-03-03T08:00:00Z"));
  }

  @ParameterizedTest
  @EnumSource(ProgressState.class)
  void aRunThatIsOverStaysSo(ProgressState state) {
    if (state.isFinal()) {
      assertThat(RunDecision.next(run().waiting(stage("rest")).view(state), NOW))
          .isEqualTo(new RunNext.End(state, "the run is over"));
    }
  }

  @Test
  void aPersonIsToldWhyTheyMayNotApprove() {
    ApprovalRule rule = guarded(1, "carla").at(0).approval().orElseThrow();
    assertThat(Approvals.whyNot(rule, "anna", "anna", RunSituation.Answer.Verdict.APPROVE))
        .hasValueSatisfying(why -> assertThat(why).contains("requesterMay"));
    assertThat(Approvals.whyNot(rule, "anna", "dora", RunSituation.Answer.Verdict.APPROVE))
        .contains("dora is not among those who may answer: carla");
    assertThat(Approvals.whyNot(rule, "anna", "anna", RunSituation.Answer.Verdict.REJECT))
        .isEmpty();
    assertThat(Approvals.whyNot(rule, "anna", "carla", RunSituation.Answer.Verdict.APPROVE))
        .isEmpty();
  }
}
