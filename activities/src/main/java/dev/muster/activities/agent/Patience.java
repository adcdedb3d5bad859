package dev.muster.activities.agent;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;

/**
 * How long an agent is waited for. All nodes of a cycle wait for its slowest one, so an agent that
 * was just late gets a fifth of the time for a while: one that hangs holds up a cycle now and then,
 * not every one. After the while it gets the whole time again, so that an agent that is merely slow
 * is not lost for good. Safe for many threads.
 */
final class Patience {

  static final Duration SHORT_FOR = Duration.ofSeconds(15);

  private static final int FRACTION = 5;

  /** The agents that were just late, by address. */
  private final Cache<String, AgentEndpoint> late;

  Patience(Ticker nanoTime) {
    this.late = Caffeine.newBuilder().ticker(nanoTime).expireAfterWrite(SHORT_FOR).build();
  }

  /** How long to wait for {@code agent} where anybody else gets {@code whole}. */
  Duration with(AgentEndpoint agent, Duration whole) {
    return late.asMap().containsKey(agent.address()) ? whole.dividedBy(FRACTION) : whole;
  }

  /** It did not answer in the time that it got. */
  void late(AgentEndpoint agent) {
    // Being late in the short time must not make the short time longer.
    late.asMap().putIfAbsent(agent.address(), agent);
  }

  /** It answered, or refused at once. */
  void answered(AgentEndpoint agent) {
    late.invalidate(agent.address());
  }
}
