package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.RecordedSignals;
import dev.muster.activities.fake.Scene;
import dev.muster.activities.steps.Steps;
import dev.muster.domain.identity.Role;
import dev.muster.domain.identity.SignalTrust;
import dev.muster.domain.run.Answerer;
import dev.muster.domain.run.ProgressState;
import dev.muster.records.Records;
import dev.muster.workflows.contract.AdvanceRequest;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.PlaybookActivities;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunCommand.Verb;
import dev.muster.workflows.contract.RunStanding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers to approvals where names in signals are not believed. */
final class VouchedAnswersTest {

  private static final String TWICE =
      """
      stages:
        - name: first
          approval: {required: 1}
          targets: {nodes: [n1]}
          steps: [{name: one, action: test.success}]
        - name: second
          approval: {required: 2, from: [carla, "group:sre", "role:approver"]}
          targets: {nodes: [n2]}
          steps: [{name: one, action: test.success}]
      """;

  private final Scene scene = Scene.of("n1", "n2");
  private final Records records = scene.records().believing(SignalTrust.UNTRUSTED);
  private final PlaybookActivities doubting =
      new PlaybookActivitiesImpl(
          records, new Steps(records), new RecordedSignals(), Optional::empty, scene.clock());
  private final Rollout run = Rollout.of(scene, TWICE);

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void anAnswerThatNobodyVouchesForIsRefusedWithTheCommandThatWorks() {
    run.advance();
    for (Verb verb : List.of(Verb.APPROVE, Verb.REJECT)) {
      assertThat(order(verb, "grace"))
          .startsWith("REFUSED: whether grace says so is not known")
          .contains("muster.signals: untrusted")
          .endsWith(
              "use muster run %s %s"
                  .formatted(verb.name().toLowerCase(java.util.Locale.ROOT), run.id()));
    }
    assertThat(state()).isEqualTo(ProgressState.PENDING_APPROVE);
    assertThat(advance().answer())
        .contains("muster run approve %s    # or reject".formatted(run.id()));
    assertThat(order(Verb.PAUSE, "grace")).startsWith("APPLIED");
  }

  @Test
  void aVoucherIsForOnePersonOneVerbAndOneStage() {
    run.advance();
    vouch("grace", Set.of(), Role.APPROVER);
    assertThat(order(Verb.APPROVE, "mallory")).startsWith("REFUSED");
    assertThat(order(Verb.REJECT, "grace")).startsWith("REFUSED");
    assertThat(order(Verb.APPROVE, "grace")).startsWith("APPLIED: approved stage first");
    untilTheSecondStageWaits();

    assertThat(order(Verb.APPROVE, "grace")).as("of the first stage").startsWith("REFUSED");
    vouch("grace", Set.of(), Role.APPROVER);
    assertThat(order(Verb.APPROVE, "grace")).startsWith("APPLIED: approved stage second");
  }

  @Test
  void groupsAndRolesOfTheMomentCount() {
    run.advance();
    vouch("grace", Set.of(), Role.APPROVER);
    order(Verb.APPROVE, "grace");
    untilTheSecondStageWaits();

    vouch("otto", Set.of("dba"), Role.OPERATOR);
    assertThat(order(Verb.APPROVE, "otto"))
        .isEqualTo(
            "REFUSED: otto is not among those who may answer: carla, group:sre, role:approver");
    vouch("sam", Set.of("sre"), Role.VIEWER);
    assertThat(order(Verb.APPROVE, "sam")).startsWith("APPLIED");
    vouch("sam", Set.of(), Role.APPROVER);
    assertThat(order(Verb.APPROVE, "sam")).startsWith("APPLIED");
    assertThat(state()).as("one person, with two tokens").isEqualTo(ProgressState.PENDING_APPROVE);
    vouch("grace", Set.of(), Role.APPROVER);
    assertThat(order(Verb.APPROVE, "grace")).startsWith("APPLIED");
    assertThat(state()).isNotEqualTo(ProgressState.PENDING_APPROVE);
    assertThat(run.detail().stages().get(1).answers())
        .extracting(answer -> answer.answerer().roles())
        .containsExactlyInAnyOrder(Set.of(Role.APPROVER), Set.of(Role.APPROVER));
  }

  private void untilTheSecondStageWaits() {
    for (int i = 0; i < 20 && state() != ProgressState.PENDING_APPROVE; i++) {
      run.cycle();
      scene.agent("n1").unfinished().forEach(scene.agent("n1")::finish);
    }
    assertThat(state()).isEqualTo(ProgressState.PENDING_APPROVE);
  }

  private void vouch(String name, Set<String> groups, Role role) {
    records.vouchers().leave(run.id().value(), "APPROVE", new Answerer(name, groups, Set.of(role)));
  }

  private ProgressState state() {
    return advance().state();
  }

  private String order(Verb verb, String by) {
    RunCommand command =
        new RunCommand(verb, new Instruction(by, Optional.of("a test"), Optional.empty()));
    CommandOutcome outcome = advance(command).outcomes().getFirst();
    return outcome.result() + ": " + outcome.text();
  }

  private RunStanding advance(RunCommand... commands) {
    return doubting.advance(new AdvanceRequest(run.id(), run.epoch(), List.of(commands)));
  }
}
