package dev.muster.worker;

import dev.muster.activities.agent.AgentClientSettings;
import dev.muster.activities.cycle.TakenLimits;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How agents are called, {@code muster.agents.*}.
 *
 * @param deadline for a whole call, the last byte of the answer included
 * @param concurrency calls at a time, over all clusters that this process orchestrates
 * @param takenPerCycle actions that Muster did not schedule and takes from one agent in a cycle
 * @param takenInAll the same, in all
 * @param token sent to every agent as a bearer token; none when it is empty
 */
@ConfigurationProperties("muster.agents")
public record AgentSettings(
    @DefaultValue("5s") Duration deadline,
    @DefaultValue("256") int concurrency,
    @DefaultValue("1000") int takenPerCycle,
    @DefaultValue("10000") int takenInAll,
    @DefaultValue("") String token) {

  public AgentSettings {
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException(
          "muster.agents.deadline: %s (expected: > 0)".formatted(deadline));
    }
    if (concurrency < 1) {
      throw new IllegalArgumentException(
          "muster.agents.concurrency: %d (expected: >= 1)".formatted(concurrency));
    }
    new TakenLimits(takenPerCycle, takenInAll);
  }

  AgentClientSettings client() {
    return AgentClientSettings.DEFAULT
        .withDeadline(deadline)
        .withToken(Optional.of(token).filter(text -> !text.isBlank()));
  }

  /** For agents that are not Muster's own: without its token, and with fewer connections kept. */
  AgentClientSettings clientOfOthers() {
    return AgentClientSettings.DEFAULT.withDeadline(deadline).withFewerConnections();
  }

  TakenLimits taken() {
    return new TakenLimits(takenPerCycle, takenInAll);
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "AgentSettings[deadline=%s, concurrency=%d, takenPerCycle=%d, takenInAll=%d]"
        .formatted(deadline, concurrency, takenPerCycle, takenInAll);
  }
}
