package dev.muster.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class PatienceTest {

  private static final Duration WHOLE = Duration.ofSeconds(5);
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final Patience patience = new Patience(now::get);
  private final AgentEndpoint agent =
      new AgentEndpoint(
          new NodeId("n1"), "http://10.0.0.1:7070", AgentProtocol.MUSTER_AGENT_V1.id());
  private final AgentEndpoint other =
      new AgentEndpoint(
          new NodeId("n2"), "http://10.0.0.2:7070", AgentProtocol.MUSTER_AGENT_V1.id());

  @Test
  void anAgentThatWasLateGetsLessTimeAndNobodyElseDoes() {
    assertThat(patience.with(agent, WHOLE)).isEqualTo(WHOLE);
    patience.late(agent);
    assertThat(patience.with(agent, WHOLE)).isEqualTo(SHORT);
    assertThat(patience.with(other, WHOLE)).isEqualTo(WHOLE);
  }

  @Test
  void anAgentThatAnswersGetsTheWholeTimeAgain() {
    patience.late(agent);
    patience.answered(agent);
    assertThat(patience.with(agent, WHOLE)).isEqualTo(WHOLE);
  }

  @Test
  void anAgentThatIsMerelySlowGetsTheWholeTimeNowAndThen() {
    patience.late(agent);
    now.addAndGet(Duration.ofSeconds(14).toNanos());
    patience.late(agent);
    assertThat(patience.with(agent, WHOLE)).isEqualTo(SHORT);
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(patience.with(agent, WHOLE)).isEqualTo(WHOLE);
    patience.late(agent);
    assertThat(patience.with(agent, WHOLE)).isEqualTo(SHORT);
  }
}
