package dev.muster.workflows.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import io.temporal.api.common.v1.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What crosses the engine, as it is written there; executions of older versions read it, too. */
final class PayloadsTest {

  private static final Fence FENCE = new Fence(new ClusterName("c1"), 3, 7);
  private static final UUID ONE = UUID.fromString("00000000-0000-4000-8000-000000000001");
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.5Z");

  /** A value and its JSON. */
  record Golden(Object value, String json) {}

  static final List<Golden> GOLDEN =
      List.of(
          new Golden(OrchestrationInput.start(new ClusterName("c1")), "{\"cluster\":\"c1\"}"),
          new Golden(
              OrchestrationInput.carry(FENCE),
              "{\"cluster\":\"c1\",\"carried\":{\"cluster\":\"c1\",\"epoch\":3,\"cycle\":7}}"),
          new Golden(
              new RunInput(new RunId(ONE), new ClusterName("c1"), "r@1", "ada", Optional.of(4L)),
              "{\"run\":\"00000000-0000-4000-8000-000000000001\",\"cluster\":\"c1\",\"playbook\":\"r@1\","
                  + "\"requester\":\"ada\",\"epoch\":4}"),
          new Golden(
              new Nudge(List.of(new NodeId("n1")), "ada"), "{\"nodes\":[\"n1\"],\"by\":\"ada\"}"),
          new Golden(
              new ActionCommand(new ActionId(ONE), ActionCommand.Verb.REJECT, "ada", "no"),
              "{\"action\":\"00000000-0000-4000-8000-000000000001\",\"verb\":\"REJECT\",\"by\":\"ada\","
                  + "\"why\":\"no\"}"),
          new Golden(
              new RunCommand(
                  RunCommand.Verb.APPROVE,
                  new Instruction("ada", Optional.of("ok"), Optional.empty())),
              "{\"verb\":\"APPROVE\",\"instruction\":{\"by\":\"ada\",\"why\":\"ok\"}}"),
          new Golden(CommandOutcome.refused("no"), "{\"result\":\"REFUSED\",\"text\":\"no\"}"),
          new Golden(
              new CycleRequest(FENCE, Trigger.NUDGE, List.of(), List.of()),
              "{\"fence\":{\"cluster\":\"c1\",\"epoch\":3,\"cycle\":7},\"trigger\":\"NUDGE\",\"nodes\":[],"
                  + "\"commands\":[],\"watching\":\"OFF\"}"),
          new Golden(
              new CycleReport(
                  FENCE,
                  Standing.CURRENT,
                  new CycleReport.Figures(5, 4, 1, 2, 3, 6, 9),
                  true,
                  Duration.ofSeconds(5),
                  Optional.of(NOON),
                  List.of(),
                  List.of("n1: timed out"),
                  List.of("2 actions wait, NODE_BUSY: n1 is busy")),
              "{\"fence\":{\"cluster\":\"c1\",\"epoch\":3,\"cycle\":7},\"standing\":\"CURRENT\","
                  + "\"clusterNodes\":5,\"synced\":4,\"unreachable\":1,\"changed\":2,\"started\":3,"
                  + "\"waiting\":6,\"unfinished\":9,\"watchable\":true,\"interval\":\"PT5S\","
                  + "\"reviewAt\":\"2026-11-21T12:00:00.500Z\",\"outcomes\":[],"
                  + "\"notes\":[\"n1: timed out\"],"
                  + "\"waits\":[\"2 actions wait, NODE_BUSY: n1 is busy\"]}"),
          new Golden(
              new WatchRequest(new ClusterName("c1"), Duration.ofSeconds(60)),
              "{\"cluster\":\"c1\",\"atMost\":\"PT1M\"}"),
          new Golden(new WatchReport(List.of()), "{\"changed\":[]}"),
          new Golden(
              new NodeRange(new NodeId("a"), new NodeId("b")), "{\"from\":\"a\",\"to\":\"b\"}"),
          new Golden(
              new AdvanceRequest(new RunId(ONE), 2, List.of()),
              "{\"run\":\"00000000-0000-4000-8000-000000000001\",\"epoch\":2,\"commands\":[]}"),
          new Golden(
              new BeginRequest(new RunId(ONE), List.of()),
              "{\"run\":\"00000000-0000-4000-8000-000000000001\",\"commands\":[]}"),
          new Golden(
              new RunBegun(
                  2,
                  new RunStanding(
                      false,
                      ProgressState.COMPLETED,
                      Optional.empty(),
                      "why",
                      Optional.empty(),
                      List.of(),
                      "md")),
              "{\"epoch\":2,\"standing\":{\"superseded\":false,\"state\":\"Completed\",\"why\":\"why\","
                  + "\"outcomes\":[],\"details\":\"md\"}}"),
          new Golden(
              new RunStanding(
                  false,
                  ProgressState.SCHEDULABLE_WAIT,
                  Optional.of("canary"),
                  "why",
                  Optional.empty(),
                  List.of(),
                  "md"),
              "{\"superseded\":false,\"state\":\"SchedulableWait\",\"stage\":\"canary\",\"why\":\"why\","
                  + "\"outcomes\":[],\"details\":\"md\"}"),
          new Golden(
              new RunStanding(
                  false,
                  ProgressState.PENDING_APPROVE,
                  Optional.of("canary"),
                  "why",
                  Optional.empty(),
                  List.of(),
                  "md",
                  Optional.of("muster run approve 1")),
              "{\"superseded\":false,\"state\":\"PendingApprove\",\"stage\":\"canary\",\"why\":\"why\",\"outcomes\":[],\"details\":\"md\",\"answer\":\"muster"
                  + " run approve 1\"}"),
          new Golden(
              new RunEnd(ProgressState.COMPLETED, "done"),
              "{\"state\":\"Completed\",\"why\":\"done\"}"),
          new Golden(OrchestrationEnd.SUPERSEDED, "\"SUPERSEDED\""));

  @ParameterizedTest
  @FieldSource("GOLDEN")
  void isWrittenAndReadBack(Golden golden) {
    Payload payload = Payloads.CONVERTER.toPayload(golden.value()).orElseThrow();
    assertThat(payload.getMetadataOrThrow("encoding").toStringUtf8()).isEqualTo("json/plain");
    assertThat(payload.getData().toStringUtf8()).isEqualTo(golden.json());
    Class<?> type = golden.value().getClass();
    assertThat((Object) Payloads.CONVERTER.fromPayload(payload, type, type))
        .isEqualTo(golden.value());
  }
}
