package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.records.actions.PauseRequest;
import dev.muster.workflows.contract.ActionCommand.Verb;
import dev.muster.workflows.contract.CommandOutcome;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What people ask for with SUSPEND and RESUME, on its way to the agent and back. */
final class PauseTest {

  @AutoClose private final Scene scene = Scene.of("n1");
  private final FakeAgent agent = scene.agent("n1");

  @Test
  void whatExecutesIsSuspendedByItsAgentAndGoesOnWhenItIsResumed() {
    ActionId id = running();

    assertThat(told(id, Verb.SUSPEND))
        .isEqualTo("the action is RUNNING; its agent is asked to suspend it");
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.SUSPENDED);
    assertThat(told(id, Verb.RESUME))
        .isEqualTo("the action is SUSPENDED; its agent is asked to resume it");
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.RUNNING);
    assertThat(signals()).isEqualTo(2);
  }

  @Test
  void anAgentIsToldOnceAndWhyItWillNotIsKept() {
    ActionId id = running();
    agent.refusePauses();

    told(id, Verb.SUSPEND);
    scene.cycle();
    scene.cycle();

    assertThat(signals()).isEqualTo(1);
    assertThat(scene.state(id)).isEqualTo(ActionState.RUNNING);
    PauseRequest pause = scene.show(id).course().pause().orElseThrow();
    assertThat(pause.signal()).isEqualTo(Signal.SUSPEND);
    assertThat(pause.by()).isEqualTo("ada");
    assertThat(pause.refusal()).contains("it cannot be suspended");
  }

  @Test
  void whatIsSuspendedCanBeCancelled() {
    ActionId id = running();
    told(id, Verb.SUSPEND);
    scene.cycle();

    told(id, Verb.CANCEL);
    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void whatHasNotBegunIsNotSuspended() {
    ActionId id = scene.action("n1", ActionState.PENDING_APPROVE);

    assertThat(told(id, Verb.SUSPEND))
        .isEqualTo("the action is PENDING_APPROVE and can only be suspended in RUNNING");
  }

  private ActionId running() {
    agent.beginAtOnce();
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.RUNNING);
    return id;
  }

  private String told(ActionId id, Verb verb) {
    CommandOutcome outcome = scene.command(id, verb, "ada").outcomes().getFirst();
    return outcome.text();
  }

  private long signals() {
    return agent.requests("POST /v1/actions/");
  }
}
