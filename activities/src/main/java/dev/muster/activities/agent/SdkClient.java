package dev.muster.activities.agent;

import dev.muster.activities.agent.HttpConnections.Repeats;
import dev.muster.activities.agent.SdkVisit.Lists;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SubmissionAnswer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Speaks to agents that were built on Replicante's SDK. A snapshot is put together from the node's
 * information, the two lists, and one request for each action that matters; a watch is a look every
 * second. An action is never submitted twice at a time: such an agent looks for its id and stores
 * it in two steps, and would begin it again. Muster's token stays here: these agents have none, and
 * those of the first generation show their callers' headers to everybody.
 */
public final class SdkClient implements AgentClient {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final SdkDialect dialect;
  private final SdkMemory memory = new SdkMemory();
  private final AgentClientSettings settings;
  private final AgentHttp http;
  private final Clock clock;

  /**
   * A client of one generation.
   *
   * @param protocol {@link AgentProtocol#REPLICANTE_V0} or {@link AgentProtocol#REPLICANTE_V0_G1}
   */
  public static SdkClient of(AgentProtocol protocol, AgentClientSettings settings, Clock clock) {
    return switch (protocol) {
      case REPLICANTE_V0 -> new SdkClient(new SdkSecond(), settings, clock);
      case REPLICANTE_V0_G1 -> new SdkClient(new SdkFirst(), settings, clock);
      case MUSTER_AGENT_V1 ->
          throw new IllegalArgumentException(protocol + " is spoken by HttpAgentClient");
    };
  }

  private SdkClient(SdkDialect dialect, AgentClientSettings settings, Clock clock) {
    this.dialect = dialect;
    this.settings = settings;
    this.http = new AgentHttp(settings, Repeats.BUT_SUBMISSIONS, () -> false);
    this.clock = clock;
  }

  @Override
  public AgentAnswer<ActionSnapshot> snapshot(AgentEndpoint agent, Since since) {
    return visit(agent).snapshot(since);
  }

  @Override
  public AgentAnswer<ActionSnapshot> watch(AgentEndpoint agent, Since since, Duration wait) {
    long until = System.nanoTime() + wait.toNanos();
    // Before the snapshot: what changes between the two is then in the one or changes the other.
    return visit(agent).lists().then(before -> watch(agent, since, before, until));
  }

  private AgentAnswer<ActionSnapshot> watch(
      AgentEndpoint agent, Since since, Lists before, long until) {
    AgentAnswer<ActionSnapshot> first = snapshot(agent, since);
    if (first.found().filter(one -> !isNews(one, since)).isEmpty()) {
      return first;
    }
    AgentAnswer<Lists> same = new AgentAnswer.Answered<>(before);
    try {
      while (System.nanoTime() < until) {
        Thread.sleep(LOOK_EVERY);
        if (!visit(agent).lists().equals(same)) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new AgentAnswer.Unreachable<>("the watch was ended");
    }
    return snapshot(agent, since);
  }

  private static boolean isNews(ActionSnapshot snapshot, Since since) {
    return snapshot.cursor() != since.cursor()
        || snapshot.actions().stream().anyMatch(action -> action.state().isFinal());
  }

  /** Goes on after a refusal, and not after a failure: what is left is sent by another cycle. */
  @Override
  public AgentAnswer<List<SubmissionAnswer>> submit(
      AgentEndpoint agent, List<ActionSubmission> actions) {
    List<SubmissionAnswer> answers = new ArrayList<>(actions.size());
    for (ActionSubmission action : actions) {
      AgentAnswer<SubmissionAnswer> answer = visit(agent).submit(action);
      if (answer.found().isEmpty()) {
        return answer.then(never -> new AgentAnswer.Answered<>(List.of()));
      }
      answer.found().ifPresent(answers::add);
    }
    return new AgentAnswer.Answered<>(answers);
  }

  /** Refused without a request: the protocol has no signals. */
  @Override
  public AgentAnswer<SignalAnswer> signal(AgentEndpoint agent, ActionId action, Signal signal) {
    Ability lacking =
        switch (signal) {
          case CANCEL -> Ability.CANCEL;
          case SUSPEND, RESUME -> Ability.SUSPEND;
        };
    return new AgentAnswer.Answered<>(
        new SignalAnswer.Refused("%s has %s".formatted(agent.protocol(), lacking.withoutIt())));
  }

  @Override
  public void close() {
    http.close();
  }

  private SdkVisit visit(AgentEndpoint agent) {
    return new SdkVisit(new SdkRequests(http, agent, settings.deadline()), dialect, memory, clock);
  }
}
