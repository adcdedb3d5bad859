package dev.muster.activities.agent;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SubmissionAnswer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Hands each call to the client of the protocol that the node's agent speaks, and times it. An
 * agent that is not to be spoken to is not even connected to.
 */
public final class ProtocolRouter implements AgentClient {

  private final Map<AgentProtocol, AgentClient> clients;
  private final AgentCallListener listener;
  private final AgentTrust trust;

  /**
   * @param clients by protocol
   */
  public ProtocolRouter(Map<AgentProtocol, AgentClient> clients, AgentCallListener listener) {
    this(clients, listener, AgentTrust.SHARED);
  }

  /**
   * @param clients by protocol
   * @param trust that says which agents are not spoken to, whatever their protocol
   */
  public ProtocolRouter(
      Map<AgentProtocol, AgentClient> clients, AgentCallListener listener, AgentTrust trust) {
    this.clients = new EnumMap<>(AgentProtocol.class);
    this.clients.putAll(clients);
    this.listener = listener;
    this.trust = trust;
  }

  @Override
  public AgentAnswer<ActionSnapshot> snapshot(AgentEndpoint agent, Since since) {
    return route("snapshot", agent, client -> client.snapshot(agent, since));
  }

  @Override
  public AgentAnswer<ActionSnapshot> watch(AgentEndpoint agent, Since since, Duration wait) {
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
  public void refresh() {
    trust.refresh();
  }

  @Override
  public void close() {
    Set.copyOf(clients.values()).forEach(AgentClient::close);
  }

  /** Only the client of Muster's own protocol sends a node's token and compares certificates. */
  private static Optional<String> unproven(AgentEndpoint agent, AgentTrust.Known known) {
    boolean own =
        AgentProtocol.named(agent.protocol())
            .filter(AgentProtocol.MUSTER_AGENT_V1::equals)
            .isPresent();
    return own || (known.token().isEmpty() && known.certificate().isEmpty())
        ? Optional.empty()
        : Optional.of(
            "it has credentials of its own, which %s cannot prove; remove the node and add it again"
                .formatted(agent.protocol()));
  }

  private <T> AgentAnswer<T> route(
      String name, AgentEndpoint agent, Function<AgentClient, AgentAnswer<T>> call) {
    AgentTrust.Known known = trust.of(agent);
    Optional<String> refusal = known.refusal().or(() -> unproven(agent, known));
    if (refusal.isPresent()) {
      return new AgentAnswer.Unreachable<>(refusal.get());
    }
    long started = System.nanoTime();
    AgentAnswer<T> answer =
        AgentProtocol.named(agent.protocol())
            .flatMap(protocol -> Optional.ofNullable(clients.get(protocol)))
            .map(call)
            .orElseGet(() ->
                new AgentAnswer.Unreachable<>(
                    "protocol '%s' is not spoken here (known: %s)"
                        .formatted(agent.protocol(), spoken())));
    listener.called(name, answer, Duration.ofNanos(System.nanoTime() - started));
    return answer;
  }

  private String spoken() {
    return clients.keySet().stream().map(AgentProtocol::id).collect(Collectors.joining(", "));
  }
}
