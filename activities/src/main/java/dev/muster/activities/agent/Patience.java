package dev.muster.activities.agent;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * How long an agent is waited for. All nodes of a cycle wait for its slowest one, so an agent that
 * was just late gets a fifth of the time for a while: one that hangs holds up a cycle now and then,
 * not every one. After the while it gets the whole time again, so that an agent that is merely slow
 * is not lost for good. Safe for many threads.
 */
final class Patience {

  static final Duration SHORT_FOR = Duration.ofSeconds(15);

  private static final int FRACTION = 5;

  /** Agents are named by their address; at most one entry for each that is late now. */
  private final Map<String, Long> lateAtNanos = new ConcurrentHashMap<>();

  private final LongSupplier nanoTime;

  Patience(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** How long to wait for {@code agent} where anybody else gets {@code whole}. */
  Duration with(AgentEndpoint agent, Duration whole) {
    Long late = lateAtNanos.get(agent.address());
    return late != null && nanoTime.getAsLong() - late < SHORT_FOR.toNanos()
        ? whole.dividedBy(FRACTION)
        : whole;
  }

  /** It did not answer in the time that it got. */
  void late(AgentEndpoint agent) {
    long now = nanoTime.getAsLong();
    // Being late in the short time must not make the short time longer.
    lateAtNanos.compute(
        agent.address(),
        (address, before) ->
            before == null || now - before >= SHORT_FOR.toNanos() ? Long.valueOf(now) : before);
  }

  /** It answered, or refused at once. */
  void answered(AgentEndpoint agent) {
    lateAtNanos.remove(agent.address());
  }
}
