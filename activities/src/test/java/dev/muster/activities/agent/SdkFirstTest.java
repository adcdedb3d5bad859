package dev.muster.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.sdk.Answers;
import dev.muster.activities.fake.sdk.StandInAgent;
import dev.muster.activities.fake.sdk.StandInAgent.Generation;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only the first generation of the SDK has. */
final class SdkFirstTest {

  @AutoClose
  private final SdkClient client =
      SdkClient.of(
          AgentProtocol.REPLICANTE_V0_G1,
          AgentClientSettings.DEFAULT.withToken(Optional.of("of-muster")),
          Clock.systemUTC());

  @Test
  void case19AnAgentWhoseActionsAreSwitchedOffSaysWhatTheyNeed() {
    try (Answers agent = Answers.of("n1")) {
      agent.say("/info/agent", "{\"version\":{\"number\":\"0.5.0\"}}");
      agent.say("/info/datastore", "{\"node_id\":\"n1\",\"kind\":\"Kafka\"}");
      assertThat(client.snapshot(at(agent.address()), Since.BEGINNING).error().orElseThrow())
          .contains("no actions (404)", "mutual TLS");
    }
  }

  @Test
  void case20ArgumentsThatTheActionRejectsAreRefusedWithTheAgentsReason(@TempDir Path folder) {
    try (StandInAgent agent = start(folder)) {
      SubmissionAnswer answer = submit(agent, "{\"target\":\"many\"}");
      assertThat(answer.result()).isEqualTo(Verdict.REFUSED);
      assertThat(answer.reason().orElseThrow())
          .isEqualTo("invalid action arguments: target is no number");
      assertThat(actions(agent)).isEmpty();
    }
  }

  /** Such an agent keeps the headers of a request with the action, and shows them to everybody. */
  @Test
  void musterTokenIsNotSentAndWhatIsKnownOfTheActionIs(@TempDir Path folder) {
    try (StandInAgent agent = start(folder)) {
      assertThat(submit(agent, "{}").result()).isEqualTo(Verdict.ACCEPTED);
      assertThat(actions(agent).getFirst().metadata())
          .containsEntry("run", "r-1")
          .doesNotContainKey("authorization");
    }
  }

  private static StandInAgent start(Path folder) {
    return StandInAgent.start("n1", folder.resolve("agent.db"), Generation.FIRST);
  }

  private List<ActionReport> actions(StandInAgent agent) {
    return client.snapshot(at(agent.address()), Since.BEGINNING).found().orElseThrow().actions();
  }

  private SubmissionAnswer submit(StandInAgent agent, String args) {
    ActionSubmission action =
        new ActionSubmission(
            Optional.of(UUID.randomUUID()),
            "agent.replicante.io/test.loop",
            WireFormat.JSON.readTree(args),
            Map.of("run", "r-1"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return client.submit(at(agent.address()), List.of(action)).found().orElseThrow().getFirst();
  }

  private static AgentEndpoint at(String address) {
    return new AgentEndpoint(new NodeId("n1"), address, AgentProtocol.REPLICANTE_V0_G1.id());
  }
}
