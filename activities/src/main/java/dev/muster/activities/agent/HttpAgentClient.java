package dev.muster.activities.agent;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SignalRequest;
import dev.muster.domain.protocol.SignalRequest.Signal;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;
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
  private final CloseableHttpClient client;
  private final Semaphore polls;
  private final Deadlines deadlines = new Deadlines();
  private final Patience patience = new Patience(Ticker.systemTicker());

  public HttpAgentClient(AgentClientSettings settings) {
    this.settings = settings;
    this.polls = new Semaphore(settings.polls());
    this.client = HttpConnections.client(settings, () -> polls.availablePermits() > 0);
  }

  @Override
  public AgentAnswer<ActionSnapshot> snapshot(AgentEndpoint agent, long since) {
    Duration visit = patience.with(agent, shorter(settings.deadline(), VISIT_AT_MOST));
    Call call = new Call(agent, "GET", "/v1/actions?since=" + since, visit);
    return exchange(call, null).then(HttpAgentClient::snapshot);
  }

  @Override
  public AgentAnswer<ActionSnapshot> watch(AgentEndpoint agent, long since, Duration wait) {
    long seconds = Math.max(1, wait.toSeconds());
    String path = "/v1/actions?since=" + since + "&wait=" + seconds;
    Call call = new Call(agent, "GET", path, settings.deadline().plusSeconds(seconds));
    try {
      polls.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new AgentAnswer.Unreachable<>("the poll was ended before it began");
    }
    try {
      return exchange(call, null).then(HttpAgentClient::snapshot);
    } finally {
      polls.release();
    }
  }

  @Override
  public AgentAnswer<List<SubmissionAnswer>> submit(
      AgentEndpoint agent, List<ActionSubmission> actions) {
    Call call = new Call(agent, "POST", "/v1/actions", deadline(agent));
    return exchange(call, actions)
        .then(reply ->
            reply.status() == 200
                ? reply.<List<SubmissionAnswer>>read(
                    ANSWERS, answers -> SnapshotCheck.problem(actions.size(), answers))
                : reply.unexpected());
  }

  @Override
  public AgentAnswer<SignalAnswer> signal(AgentEndpoint agent, ActionId action, Signal signal) {
    String path = "/v1/actions/" + action + "/signal";
    Call call = new Call(agent, "POST", path, deadline(agent));
    return exchange(call, new SignalRequest(signal))
        .then(reply ->
            switch (reply.status()) {
              case 200, 202, 204 -> new AgentAnswer.Answered<>(new SignalAnswer.Accepted());
              case 404, 409 -> new AgentAnswer.Answered<>(new SignalAnswer.Refused(reply.detail()));
              default -> reply.unexpected();
            });
  }

  @Override
  public void close() {
    try (deadlines) {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AgentAnswer<ActionSnapshot> snapshot(Reply reply) {
    return reply.status() == 200
        ? reply.<ActionSnapshot>read(
            SNAPSHOT, snapshot -> SnapshotCheck.problem(reply.agent(), snapshot))
        : reply.unexpected();
  }

  private Duration deadline(AgentEndpoint agent) {
    return patience.with(agent, settings.deadline());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private record Call(AgentEndpoint agent, String method, String path, Duration deadline) {}

  private AgentAnswer<Reply> exchange(Call call, @Nullable Object body) {
    HttpUriRequestBase request;
    try {
      request =
          new HttpUriRequestBase(call.method(), URI.create(call.agent().address() + call.path()));
    } catch (IllegalArgumentException e) {
      return notAnUrl(call.agent());
    }
    if (request.getAuthority() == null) {
      return notAnUrl(call.agent());
    }
    settings.token().ifPresent(token -> request.addHeader("Authorization", "Bearer " + token));
    if (body != null) {
      byte[] json = WireFormat.JSON.writeValueAsBytes(body);
      request.setEntity(new ByteArrayEntity(json, ContentType.APPLICATION_JSON));
    }
    return execute(call, request);
  }

  private AgentAnswer<Reply> execute(Call call, HttpUriRequestBase request) {
    Future<?> deadline = deadlines.watch(request, call.deadline());
    try {
      Reply reply = client.execute(request, response -> read(call.agent(), response));
      patience.answered(call.agent());
      return new AgentAnswer.Answered<>(reply);
    } catch (IOException e) {
      return request.isAborted() ? late(call) : HttpFailures.of(call.agent(), e);
    } catch (IllegalStateException e) {
      // Given up while it waited for a connection, or the client was closed.
      return late(call);
    } finally {
      deadline.cancel(false);
    }
  }

  private <T> AgentAnswer<T> late(Call call) {
    patience.late(call.agent());
    return HttpFailures.late(call.agent(), shorter(call.deadline(), settings.deadline()));
  }

  private Reply read(AgentEndpoint agent, ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    String type = entity == null || entity.getContentType() == null ? "" : entity.getContentType();
    return new Reply(agent, response.getCode(), type, body(entity));
  }

  private byte[] body(@Nullable HttpEntity entity) throws IOException {
    if (entity == null) {
      return new byte[0];
    }
    int limit = settings.maxBodyBytes();
    if (entity.getContentLength() > limit) {
      throw new BodyTooLarge(limit);
    }
    InputStream content = entity.getContent();
    byte[] bytes = content.readNBytes(limit);
    if (bytes.length == limit && content.read() >= 0) {
      throw new BodyTooLarge(limit);
    }
    return bytes;
  }

  private static <T> AgentAnswer<T> notAnUrl(AgentEndpoint agent) {
    return new AgentAnswer.Unreachable<>(
        "agent address '%s' is no URL (expected: http://host:port)".formatted(agent.address()));
  }
}
