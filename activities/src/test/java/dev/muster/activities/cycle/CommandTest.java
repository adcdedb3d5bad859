package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.sql.PageRequest;
import dev.muster.workflows.contract.ActionCommand.Verb;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CommandOutcome.Result;
import dev.muster.workflows.contract.CycleReport;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CommandTest {

  @AutoClose private final Scene scene = Scene.of("n1");

  @BeforeEach
  void lookAtTheNode() {
    scene.cycle();
  }

  @Test
  void approvedActionStartsInTheSameCycle() {
    ActionId id = scene.action("n1", ActionState.PENDING_APPROVE);
    scene.cycle();
    assertThat(scene.agent("n1").held()).isEmpty();

    CycleReport report = scene.command(id, Verb.APPROVE, "grace");

    assertThat(outcome(report).result()).isEqualTo(Result.APPLIED);
    assertThat(report.figures().synced()).isZero();
    assertThat(scene.agent("n1").held()).containsExactly(id);
    assertThat(scene.detail(id).transitions().getLast().why()).isEqualTo("approved: for a test");
    assertThat(
            scene
                .records()
                .audit()
                .list(
                    new AuditFilter(Optional.empty(), Optional.empty(), Optional.of(id)),
                    PageRequest.FIRST)
                .items())
        .singleElement()
        .satisfies(entry -> {
          assertThat(entry.entry().what()).isEqualTo("action.approve");
          assertThat(entry.entry().actor()).isEqualTo("user:grace");
        });
  }

  @Test
  void rejectedActionNeverStarts() {
    ActionId id = scene.action("n1", ActionState.PENDING_APPROVE);

    scene.command(id, Verb.REJECT, "grace");
    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.agent("n1").held()).isEmpty();
  }

  @Test
  void approvingTwiceIsRefusedAndSaysWhy() {
    ActionId id = scene.action("n1", ActionState.PENDING_APPROVE);
    scene.command(id, Verb.APPROVE, "grace");

    CommandOutcome again = outcome(scene.command(id, Verb.APPROVE, "grace"));

    assertThat(again.result()).isEqualTo(Result.REFUSED);
    assertThat(again.text()).contains("can only be approved in PENDING_APPROVE");
  }

  @Test
  void unknownActionIsRefused() {
    ActionId unknown = new ActionId(UUID.randomUUID());

    assertThat(outcome(scene.command(unknown, Verb.CANCEL, "grace")).text())
        .isEqualTo("there is no action " + unknown);
  }

  @Test
  void agentIsAskedOnceToStopWhatItHas() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    scene.agent("n1").begin(id);
    scene.agent("n1").ignoreSignals();

    scene.command(id, Verb.CANCEL, "grace");
    scene.cycle();
    scene.cycle();

    assertThat(scene.agent("n1").requests("POST /v1/actions/" + id + "/signal")).isEqualTo(1);
    assertThat(scene.state(id)).isEqualTo(ActionState.RUNNING);
  }

  @Test
  void stoppedActionIsCancelledWhenTheAgentSaysSo() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    scene.agent("n1").begin(id);
    scene.cycle();

    scene.command(id, Verb.CANCEL, "grace");
    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.detail(id).transitions().getLast().by().toString()).isEqualTo("agent:n1");
  }

  @Test
  void dependentStartsWhenTheOtherIsDone() {
    ActionId first = scene.action("n1", ActionState.PENDING_SCHEDULE);
    ActionId second = scene.action("n1", ActionState.WAITING, first);
    scene.cycle();
    assertThat(scene.state(second)).isEqualTo(ActionState.WAITING);

    scene.agent("n1").finish(first);
    scene.cycle();

    assertThat(scene.agent("n1").held()).containsExactly(first, second);
  }

  @Test
  void chainOfDependentsIsCancelledWithTheFirst() {
    ActionId first = scene.action("n1", ActionState.PENDING_SCHEDULE);
    ActionId second = scene.action("n1", ActionState.WAITING, first);
    ActionId third = scene.action("n1", ActionState.WAITING, second);
    scene.cycle();

    scene.agent("n1").fail(first, "broken");
    scene.cycle();

    assertThat(scene.state(second)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(third)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.detail(third).transitions().getLast().why()).contains(second.toString());
  }

  private static CommandOutcome outcome(CycleReport report) {
    return report.outcomes().getFirst();
  }
}
