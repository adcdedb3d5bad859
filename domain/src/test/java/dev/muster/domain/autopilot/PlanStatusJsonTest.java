package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.AutopilotScene.T0;
import static dev.muster.domain.autopilot.AutopilotScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.ProgressState;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class PlanStatusJsonTest {

  /** Lines 36 to 56 of the seed document's example. */
  private static final JsonNode EXAMPLE =
      json(
          """
          {'state': 'SchedulableWait', 'commands': [
           {'id': 0, 'state': 'SchedulableWait', 'airgapupdate': {'workers': [
             {'name': 'worker0', 'state': 'SignalSent', 'lastUpdatedTimestamp': '2022-05-11T19:13:02Z'}]}},
           {'id': 1, 'state': 'SchedulableWait', 'k0supdate': {
             'controllers': [{'name': 'controller0', 'state': 'SignalPending', 'lastUpdatedTimestamp': '2022-05-11T19:13:02Z'}],
             'workers': [{'name': 'worker0', 'state': 'SignalPending', 'lastUpdatedTimestamp': '2022-05-11T19:13:02Z'}]}}]}\
          """);

  @Test
  void readsAndWritesTheExampleOfTheDocument() {
    PlanStatus status = PlanStatusJson.read(EXAMPLE);

    assertThat(status.commands().getFirst().workers().getFirst().state())
        .isEqualTo(SignalState.SENT);
    assertThat(PlanStatusJson.write(status)).isEqualTo(EXAMPLE);
  }

  @Test
  void leavesOutWhatIsEmptyAsAutopilotDoes() {
    PlanStatus status =
        new PlanStatus(
            ProgressState.COMPLETED,
            List.of(
                new PlanStatus.Command(
                    0,
                    ProgressState.COMPLETED,
                    "",
                    PlanCommand.Kind.K0S_UPDATE,
                    List.of(),
                    List.of())));

    assertThat(PlanStatusJson.write(status))
        .isEqualTo(
            json(
                "{'state': 'Completed', 'commands': [{'id': 0, 'state': 'Completed', 'k0supdate': {}}]}"));
    assertThat(PlanStatusJson.read(PlanStatusJson.write(status))).isEqualTo(status);
  }

  @Test
  void aPlanWithoutCommandsHasAnEmptyListOfThem() {
    assertThat(PlanStatusJson.write(new PlanStatus(ProgressState.SCHEDULABLE_WAIT, List.of())))
        .isEqualTo(json("{'state': 'SchedulableWait', 'commands': []}"));
  }

  @Test
  void whatIsWrittenIsReadBackTheSameWithTimesInWholeSeconds() {
    PlanStatus status =
        new PlanStatus(
            ProgressState.APPLY_FAILED,
            List.of(
                new PlanStatus.Command(
                    0,
                    ProgressState.APPLY_FAILED,
                    "worker0: no",
                    PlanCommand.Kind.AIRGAP_UPDATE,
                    List.of(),
                    List.of(
                        new PlanStatus.Node(
                            "worker0", SignalState.APPLY_FAILED, T0.plusMillis(999))))));

    assertThat(PlanStatusJson.read(PlanStatusJson.write(status))).isEqualTo(status);
    assertThat(status.commands().getFirst().workers().getFirst().updatedAt()).isEqualTo(T0);
  }
}
