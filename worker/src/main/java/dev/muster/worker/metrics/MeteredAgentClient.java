package dev.muster.worker.metrics;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.SignalAnswer;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SignalRequest.Signal;
import dev.muster.domain.protocol.SubmissionAnswer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Times calls of agents, by what was asked and what came of it. */
public final class MeteredAgentClient implements AgentClient {

  private record Kind(String call, String outcome) {}

  private final AgentClient client;
  private final MeterRegistry meters;
  private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

  public MeteredAgentClient(AgentClient client, MeterRegistry meters) {
    this.client = client;
    this.meters = meters;
  }

  @Override
  public AgentAnswer<ActionSnapshot> snapshot(AgentEndpoint agent, long since) {
    return timed("snapshot", () -> client.snapshot(agent, since));
  }

  @Override
  public AgentAnswer<ActionSnapshot> watch(AgentEndpoint agent, long since, Duration wait) {
    return timed("watch", () -> client.watch(agent, since, wait));
  }

  @Override
  public AgentAnswer<List<SubmissionAnswer>> submit(
      AgentEndpoint agent, List<ActionSubmission> actions) {
    return timed("submit", () -> client.submit(agent, actions));
  }

  @Override
  public AgentAnswer<SignalAnswer> signal(AgentEndpoint agent, ActionId action, Signal signal) {
    return timed("signal", () -> client.signal(agent, action, signal));
  }

  @Override
  public void close() {
    client.close();
  }

  private <T> AgentAnswer<T> timed(String call, Supplier<AgentAnswer<T>> asked) {
    long started = System.nanoTime();
    AgentAnswer<T> answer = asked.get();
    timer(new Kind(call, outcome(answer))).record(Duration.ofNanos(System.nanoTime() - started));
    return answer;
  }

  private static String outcome(AgentAnswer<?> answer) {
    return switch (answer) {
      case AgentAnswer.Answered<?> answered -> "answered";
      case AgentAnswer.Unreachable<?> unreachable -> "unreachable";
      case AgentAnswer.Garbage<?> garbage -> "garbage";
    };
  }

  private Timer timer(Kind kind) {
    return timers.computeIfAbsent(
        kind,
        wanted ->
            meters.timer("muster.agent.calls", "call", wanted.call(), "outcome", wanted.outcome()));
  }
}
