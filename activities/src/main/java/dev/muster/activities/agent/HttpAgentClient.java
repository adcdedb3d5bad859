package dev.muster.activities.agent;

import dev.muster.activities.agent.HttpConnections.Repeats;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.protocol.NextToken;
import dev.muster.domain.protocol.SignalRequest;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final AgentTrust trust;
  private final AgentHttp http;
  private final Semaphore polls;

  /** For agents that have no credentials of their own. */
  public HttpAgentClient(AgentClientSettings settings) {
    this(settings, AgentTrust.SHARED);
  }

  /** For agents of which {@code trust} knows by what they are known. */
  public HttpAgentClient(AgentClientSettings settings, AgentTrust trust) {
    this.settings = settings;
    this.trust = trust;
    this.polls = new Semaphore(settings.polls());
    this.http = new AgentHttp(settings, Repeats.EVERYTHING, () -> polls.availablePermits() > 0);
  }

  @Override
  public AgentAnswer<ActionSnapshot> snapshot(AgentEndpoint agent, Since since) {
    Duration visit = http.patience(agent, shorter(settings.deadline(), VISIT_AT_MOST));
    String path = "/v1/actions?since=" + since.cursor();
    return exchange(agent, new Request("GET", path, visit, Optional.empty()))
        .then(HttpAgentClient::snapshot);
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
      Duration deadline = settings.deadline().plusSeconds(seconds);
      return exchange(agent, new Request("GET", path, deadline, Optional.empty()))
          .then(HttpAgentClient::snapshot);
    } finally {
      polls.release();
    }
  }

  @Override
  public AgentAnswer<List<SubmissionAnswer>> submit(
      AgentEndpoint agent, List<ActionSubmission> actions) {
    return exchange(
            agent, new Request("POST", "/v1/actions", deadline(agent), Optional.of(actions)))
        .then(reply ->
            reply.status() == 200
                ? reply.<List<SubmissionAnswer>>read(
                    ANSWERS, answers -> SnapshotCheck.problem(actions.size(), answers))
                : reply.unexpected());
  }

  @Override
  public AgentAnswer<SignalAnswer> signal(AgentEndpoint agent, ActionId action, Signal signal) {
    String path = "/v1/actions/" + action + "/signal";
    SignalRequest body = new SignalRequest(signal);
    return exchange(agent, new Request("POST", path, deadline(agent), Optional.of(body)))
        .then(reply ->
            switch (reply.status()) {
              case 200, 202, 204 -> new AgentAnswer.Answered<>(new SignalAnswer.Accepted());
              case 404, 409 -> new AgentAnswer.Answered<>(new SignalAnswer.Refused(reply.detail()));
              default -> reply.unexpected();
            });
  }

  /** What became of giving an agent its next token. */
  public enum Exchange {
    /** It accepts it. */
    TAKEN,
    /** It asks for no token, or is too old to take one: asking again is of no use. */
    NEVER
  }

  /**
   * Has an agent accept another token beside the one that it was asked with.
   *
   * @param next the token's SHA-256
   */
  public AgentAnswer<Exchange> giveNext(AgentEndpoint agent, Fingerprint next) {
    NextToken body = new NextToken(next);
    return exchange(agent, new Request("POST", "/v1/token", deadline(agent), Optional.of(body)))
        .then(reply ->
            switch (reply.status()) {
              case 200, 204 -> new AgentAnswer.Answered<>(Exchange.TAKEN);
              case 404, 405, 409 -> new AgentAnswer.Answered<>(Exchange.NEVER);
              default -> reply.unexpected();
            });
  }

  /**
   * Some of what an action printed.
   *
   * @param wait for something to be printed; nothing if it is not to be waited for
   */
  public AgentAnswer<LogPiece> log(
      AgentEndpoint agent, ActionId action, long offset, Duration wait) {
    String path =
        "/v1/actions/%s/log?offset=%d&wait=%d".formatted(action, offset, wait.toSeconds());
    Duration deadline =
        wait.isZero() ? deadline(agent) : settings.deadline().plusSeconds(wait.toSeconds());
    return exchange(agent, new Request("GET", path, deadline, Optional.empty()))
        .then(reply ->
            switch (reply.status()) {
              case 200 -> LogPiece.of(reply, offset);
              case 404 -> new AgentAnswer.Answered<>(new LogPiece.Unknown());
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

  private record Request(String method, String path, Duration deadline, Optional<Object> body) {}

  /**
   * With what is known of the agent. A request that is refused with 401 was not executed: it is
   * sent again with what else there is, because a token may be exchanged at any moment.
   */
  private AgentAnswer<Reply> exchange(AgentEndpoint agent, Request request) {
    AgentTrust.Known known = trust.of(agent);
    if (known.refusal().isPresent()) {
      return new AgentAnswer.Unreachable<>(known.refusal().get());
    }
    Optional<String> first = known.token().or(settings::token);
    AgentAnswer<Reply> answer = send(agent, request, first, known);
    return isRefused(answer) ? again(agent, request, first, answer) : answer;
  }

  private AgentAnswer<Reply> again(
      AgentEndpoint agent, Request request, Optional<String> tried, AgentAnswer<Reply> refused) {
    AgentTrust.Known known = trust.anew(agent);
    if (known.refusal().isPresent()) {
      return new AgentAnswer.Unreachable<>(known.refusal().get());
    }
    Optional<String> present = known.token().or(settings::token);
    AgentAnswer<Reply> answer = refused;
    if (!present.equals(tried)) {
      answer = send(agent, request, present, known);
    }
    return isRefused(answer) && known.next().isPresent() && !known.next().equals(tried)
        ? send(agent, request, known.next(), known)
        : answer;
  }

  private AgentAnswer<Reply> send(
      AgentEndpoint agent, Request request, Optional<String> token, AgentTrust.Known known) {
    if (known.certificate().isPresent() && !agent.address().startsWith("https:")) {
      return new AgentAnswer.Garbage<>(
          HttpFailures.at(
              agent,
              "a certificate is known of the agent, and this is not https; nothing is sent"));
    }
    AgentHttp.Call call =
        new AgentHttp.Call(
            agent,
            request.method(),
            request.path(),
            token.map(text -> Map.of("Authorization", "Bearer " + text)).orElse(Map.of()),
            request.deadline(),
            known.certificate());
    return request.body().isPresent()
        ? http.exchange(call, request.body().get())
        : http.exchange(call);
  }

  private static boolean isRefused(AgentAnswer<Reply> answer) {
    return answer.found().filter(reply -> reply.status() == 401).isPresent();
  }
}
