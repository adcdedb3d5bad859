package dev.muster.activities.agent;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SignalRequest.Signal;
import dev.muster.domain.protocol.SubmissionAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Hands each call to the client of the protocol that the node's agent speaks, and times it. */
public final class ProtocolRouter implements AgentClient {

  private final Map<String, AgentClient> clients;
  private final AgentCallListener listener;

  /**
   * @param clients by protocol; one may stand under several names
   */
  public ProtocolRouter(Map<String, AgentClient> clients, AgentCallListener listener) {
    this.clients = new TreeMap<>(clients);
    this.listener = listener;
  }

  @Override
  public AgentAnswer<ActionSnapshot> snapshot(AgentEndpoint agent, long since) {
    return route("snapshot", agent, client -> client.snapshot(agent, since));
  }

  @Override
  public AgentAnswer<ActionSnapshot> watch(AgentEndpoint agent, long since, Duration wait) {
    return route("watch", agent, client -> client.watch(agent, since, wait));
  }

  @Override
  public AgentAnswer<List<SubmissionAnswer>> submit(
      AgentEndpoint agent, List<ActionSubmission> actions) {
    return route("submit", agent, client -> client.submit(agent, actions));
  }

  @Override
  public AgentAnswer<SignalAnswer> signal(AgentEndpoint agent, ActionId action, Signal signal) {
    return route("signal", agent, client -> client.signal(agent, action, signal));
  }

  @Override
  public void close() {
    Set.copyOf(clients.values()).forEach(AgentClient::close);
  }

  private <T> AgentAnswer<T> route(
      String name, AgentEndpoint agent, Function<AgentClient, AgentAnswer<T>> call) {
    long started = System.nanoTime();
    AgentAnswer<T> answer =
        Optional.ofNullable(clients.get(agent.protocol()))
            .map(call)
            .orElseGet(() ->
                new AgentAnswer.Unreachable<>(
                    "protocol '%s' is not spoken here (known: %s)"
                        .formatted(agent.protocol(), String.join(", ", clients.keySet()))));
    listener.called(name, answer, Duration.ofNanos(System.nanoTime() - started));
    return answer;
  }
}
