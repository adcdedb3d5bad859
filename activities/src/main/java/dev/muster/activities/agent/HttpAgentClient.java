package dev.muster.activities.agent;

import dev.muster.activities.agent.HttpConnections.Repeats;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SignalRequest;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectReader;

/**
 * Speaks {@code muster-agent/v1}. Long polls wait for one another when there are too many, never
 * calls for them: watching a thousand agents does not keep a cycle from asking one.
 */
public final class HttpAgentClient implements AgentClient {

  private static final ObjectReader SNAPSHOT = WireFormat.JSON.readerFor(ActionSnapshot.class);
  private static final ObjectReader ANSWERS =
      WireFormat.JSON.readerFor(new TypeReference<List<SubmissionAnswer>>() {});

  /** A cycle waits for its slowest agent, and people wait for the cycle. */
  private static final Duration VISIT_AT_MOST = Duration.ofSeconds(3);

  private final AgentClientSettings settings;
  private final Map<String, String> headers;
  private final AgentHttp http;
  private final Semaphore polls;

  public HttpAgentClient(AgentClientSettings settings) {
    this.settings = settings;
    this.headers =
        settings.token().map(token -> Map.of("Authorization", "Bearer " + token)).orElse(Map.of());
    this.polls = new Semaphore(settings.polls());
    this.http = new AgentHttp(settings, Repeats.EVERYTHING, () -> polls.availablePermits() > 0);
  }

  @Override
  public AgentAnswer<ActionSnapshot> snapshot(AgentEndpoint agent, Since since) {
    Duration visit = http.patience(agent, shorter(settings.deadline(), VISIT_AT_MOST));
    String path = "/v1/actions?since=" + since.cursor();
    return http.exchange(call(agent, "GET", path, visit)).then(HttpAgentClient::snapshot);
  }

  @Override
  public AgentAnswer<ActionSnapshot> watch(AgentEndpoint agent, Since since, Duration wait) {
    long seconds = Math.max(1, wait.toSeconds());
    String path = "/v1/actions?since=" + since.cursor() + "&wait=" + seconds;
    try {
      polls.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new AgentAnswer.Unreachable<>("the poll was ended before it began");
    }
    try {
      return http.exchange(call(agent, "GET", path, settings.deadline().plusSeconds(seconds)))
          .then(HttpAgentClient::snapshot);
    } finally {
      polls.release();
    }
  }

  @Override
  public AgentAnswer<List<SubmissionAnswer>> submit(
      AgentEndpoint agent, List<ActionSubmission> actions) {
    return http.exchange(call(agent, "POST", "/v1/actions", deadline(agent)), actions)
        .then(reply ->
            reply.status() == 200
                ? reply.<List<SubmissionAnswer>>read(
                    ANSWERS, answers -> SnapshotCheck.problem(actions.size(), answers))
                : reply.unexpected());
  }

  @Override
  public AgentAnswer<SignalAnswer> signal(AgentEndpoint agent, ActionId action, Signal signal) {
    String path = "/v1/actions/" + action + "/signal";
    return http.exchange(call(agent, "POST", path, deadline(agent)), new SignalRequest(signal))
        .then(reply ->
            switch (reply.status()) {
              case 200, 202, 204 -> new AgentAnswer.Answered<>(new SignalAnswer.Accepted());
              case 404, 409 -> new AgentAnswer.Answered<>(new SignalAnswer.Refused(reply.detail()));
              default -> reply.unexpected();
            });
  }

  @Override
  public void close() {
    http.close();
  }

  private static AgentAnswer<ActionSnapshot> snapshot(Reply reply) {
    return reply.status() == 200
        ? reply.<ActionSnapshot>read(
            SNAPSHOT, snapshot -> SnapshotCheck.problem(reply.agent(), snapshot))
        : reply.unexpected();
  }

  private Duration deadline(AgentEndpoint agent) {
    return http.patience(agent, settings.deadline());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private AgentHttp.Call call(AgentEndpoint agent, String method, String path, Duration deadline) {
    return new AgentHttp.Call(agent, method, path, headers, deadline);
  }
}
