package dev.muster.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.sdk.StandInAgent;
import dev.muster.activities.fake.sdk.StandInAgent.Generation;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.AgentInfo;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a node is, as the second generation of the SDK says it. */
final class SdkSecondTest {

  private final StandInAgent agent;

  @AutoClose
  private final SdkClient client =
      SdkClient.of(AgentProtocol.REPLICANTE_V0, AgentClientSettings.DEFAULT, Clock.systemUTC());

  SdkSecondTest(@TempDir Path folder) {
    agent = StandInAgent.start("n1", folder.resolve("agent.db"), Generation.SECOND);
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  @ParameterizedTest
  @CsvSource({
    "HEALTHY, , true, UP, ",
    "HEALTHY, , false, NODE_DOWN, the store does not answer",
    "UNAVAILABLE, , false, NODE_DOWN, not available",
    "UNHEALTHY, , true, UNHEALTHY, unhealthy",
    "NOT_IN_CLUSTER, , true, UNHEALTHY, not in cluster",
    "JOINING_CLUSTER, , true, UNHEALTHY, joining cluster",
    "LEAVING_CLUSTER, , true, UNHEALTHY, leaving cluster",
    "UNKNOWN, nobody knows, true, UNHEALTHY, nobody knows"
  })
  void healthIsOfTheNodeAndItsStore(
      String word, String reason, boolean withStore, NodeStatus status, String why) {
    agent.become(word, Optional.ofNullable(reason), withStore);
    AgentInfo info =
        client
            .snapshot(
                new AgentEndpoint(new NodeId("n1"), agent.address(), "replicante/v0"),
                Since.BEGINNING)
            .found()
            .orElseThrow()
            .info();
    assertThat(info.status()).isEqualTo(status);
    assertThat(info.statusReason().orElse("")).contains(Optional.ofNullable(why).orElse(""));
  }
}
