package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.domain.run.ProgressState;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.sql.PageRequest;
import dev.muster.workflows.contract.RunCommand.Verb;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class RunCommandHandlerTest {

  private static final String PLAIN =
      """
      stages:
        - name: all
          targets: {nodes: [n1]}
          steps: [{name: one, action: test.success}]
      """;

  private static final String APPROVED =
      """
      stages:
        - name: all
          approval: {required: 1, timeout: 1h}
          targets: {nodes: [n1]}
          steps: [{name: one, action: test.success}]
      """;

  @AutoClose private final Scene scene = Scene.of("n1", "n2", "n3");

  @Test
  void pausedRunStartsNothingAndResumedOneGoesOn() {
    Rollout run = Rollout.of(scene, PLAIN);
    run.advance();
    assertThat(run.order(Verb.PAUSE, "ada")).startsWith("APPLIED");
    assertThat(run.order(Verb.PAUSE, "grace")).isEqualTo("REFUSED: ada has paused it already");

    run.cycle();
    assertThat(scene.agent("n1").held()).isEmpty();
    assertThat(run.advance().state()).isEqualTo(ProgressState.PAUSED);
    assertThat(run.order(Verb.RESUME, "ada")).startsWith("APPLIED");
    run.cycle();

    assertThat(scene.agent("n1").held()).hasSize(1);
  }

  @Test
  void cancelledRunStopsWhatRunsAndEndsAfterIt() {
    Rollout run = Rollout.of(scene, PLAIN);
    run.advance();
    run.cycle();
    scene.agent("n1").begin(scene.agent("n1").held().getFirst());
    run.cycle();

    assertThat(run.order(Verb.CANCEL, "grace")).startsWith("APPLIED");
    assertThat(run.advance().state().isFinal()).isFalse();
    run.cycle();
    run.cycle();

    assertThat(run.nodes(0)).containsExactly("n1 CANCELLED");
    assertThat(run.advance().state()).isEqualTo(ProgressState.CANCELLED);
    assertThat(run.order(Verb.PAUSE, "ada")).startsWith("REFUSED: the run is over: Cancelled");
  }

  @Test
  void whoeverEndedTheRunIsAnsweredTheSameWhenTheFirstAnswerWasLost() {
    Rollout cancelled = Rollout.of(scene, PLAIN);
    cancelled.advance();
    cancelled.order(Verb.CANCEL, "grace");
    cancelled.cycle();
    assertThat(cancelled.advance().state()).isEqualTo(ProgressState.CANCELLED);
    assertThat(cancelled.order(Verb.CANCEL, "grace")).startsWith("APPLIED: you have done so");
    assertThat(cancelled.order(Verb.CANCEL, "ada")).startsWith("REFUSED: the run is over");
    assertThat(cancelled.order(Verb.REJECT, "grace")).startsWith("REFUSED: the run is over");
  }

  @Test
  void whoeverRejectedIsAnsweredTheSameWhenTheFirstAnswerWasLost() {
    Rollout rejected = Rollout.of(scene, APPROVED);
    rejected.advance();
    assertThat(rejected.order(Verb.REJECT, "grace")).startsWith("APPLIED");
    assertThat(rejected.advance().state().isFinal()).isTrue();
    assertThat(rejected.order(Verb.REJECT, "grace")).startsWith("APPLIED: you have done so");
    assertThat(rejected.order(Verb.REJECT, "ada")).startsWith("REFUSED: the run is over");
    assertThat(rejected.order(Verb.CANCEL, "grace")).startsWith("REFUSED: the run is over");
  }

  @Test
  void approvalIsBoundToThePlanAndToPeople() {
    Rollout run = Rollout.of(scene, APPROVED);
    assertThat(run.order(Verb.APPROVE, "grace")).startsWith("REFUSED: no stage");
    assertThat(run.advance().state()).isEqualTo(ProgressState.PENDING_APPROVE);
    String hash = run.detail().run().planned().hash();

    assertThat(run.order(Verb.APPROVE, "grace", Optional.of("other"))).contains("you looked at");
    assertThat(run.order(Verb.APPROVE, "grace", Optional.of(hash.substring(0, 4))))
        .isEqualTo(
            "REFUSED: you looked at plan %s, but the run's plan is %s; look at it again"
                .formatted(hash.substring(0, 4), hash.substring(0, 12)));
    assertThat(run.order(Verb.APPROVE, "ada")).contains("started the run and may not approve");
    assertThat(run.order(Verb.APPROVE, "grace", Optional.of(hash.substring(0, 12))))
        .as("as it is shown")
        .startsWith("APPLIED");
    run.cycle();

    assertThat(scene.agent("n1").held()).hasSize(1);
  }

  @Test
  void namesAndReasonsThatNobodyTypesAreRefusedAndKeptShortInTheAudit() {
    Rollout run = Rollout.of(scene, APPROVED);
    run.advance();

    assertThat(run.order(Verb.APPROVE, "g".repeat(900_000)))
        .isEqualTo("REFUSED: by: 900000 characters (expected: a name of at most 128)");
    assertThat(run.order(Verb.APPROVE, "grace\u001b[31m"))
        .isEqualTo("REFUSED: by: 'grace\uFFFD[31m' (expected: printable characters)");
    assertThat(run.order(Verb.APPROVE, "grace", Optional.of("h".repeat(900_000))))
        .hasSizeLessThan(200);

    AuditFilter all = new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty());
    assertThat(scene.records().audit().list(all, new PageRequest(50, Optional.empty())).items())
        .extracting(entry -> entry.entry().actor())
        .contains("user:" + "g".repeat(127) + "…", "user:grace\uFFFD[31m");
    assertThat(run.order(Verb.APPROVE, "grace")).startsWith("APPLIED");
  }

  @Test
  void approvalThatNobodyGivesIsANo() {
    Rollout run = Rollout.of(scene, APPROVED);
    assertThat(run.advance().reviewAt()).isPresent();
    scene.clock().advance(Duration.ofHours(2));

    assertThat(run.advance().state()).isEqualTo(ProgressState.CANCELLED);
    assertThat(scene.agent("n1").held()).isEmpty();
  }
}
