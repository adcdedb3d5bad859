package dev.muster.activities.agent;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.muster.activities.agent.HttpConnections.Repeats;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges requests for complete answers, whatever the protocol: each within its deadline, each
 * answer of bounded size, and nothing is thrown for what a peer does.
 */
final class AgentHttp implements AutoCloseable {

  private static final String OWN_HEADERS = "Muster-";

  private final AgentClientSettings settings;
  private final CloseableHttpClient client;
  private final Deadlines deadlines = new Deadlines();
  private final Patience patience = new Patience(Ticker.systemTicker());

  /**
   * @param repeats what may be sent once more over a new connection
   * @param pollsHaveRoom whether an agent that got a submission will soon be polled
   */
  AgentHttp(AgentClientSettings settings, Repeats repeats, BooleanSupplier pollsHaveRoom) {
    this.settings = settings;
    this.client = HttpConnections.client(settings, repeats, pollsHaveRoom);
  }

  /**
   * A request, and how long the whole of its answer may take.
   *
   * @param certificate that the agent must show; without, authorities decide
   */
  record Call(
      AgentEndpoint agent,
      String method,
      String path,
      Map<String, String> headers,
      Duration deadline,
      Optional<Fingerprint> certificate) {

    /** To an agent whose certificate, if it has one, authorities vouch for. */
    Call(
        AgentEndpoint agent,
        String method,
        String path,
        Map<String, String> headers,
        Duration deadline) {
      this(agent, method, path, headers, deadline, Optional.empty());
    }

    /** Without headers, which may hold a token. */
    @Override
    public String toString() {
      return "%s %s of %s".formatted(method, path, agent);
    }
  }

  /** How long to wait for {@code agent} where anybody else gets {@code whole}. */
  Duration patience(AgentEndpoint agent, Duration whole) {
    return patience.with(agent, whole);
  }

  /** The answer to a request with a body, which is sent as JSON. */
  AgentAnswer<Reply> exchange(Call call, Object body) {
    return exchangeAny(call, body);
  }

  /** The answer to a request without a body. */
  AgentAnswer<Reply> exchange(Call call) {
    return exchangeAny(call, null);
  }

  @Override
  public void close() {
    try (deadlines) {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private AgentAnswer<Reply> exchangeAny(Call call, @Nullable Object body) {
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
    call.headers().forEach(request::addHeader);
    if (body != null) {
      byte[] json = WireFormat.JSON.writeValueAsBytes(body);
      request.setEntity(new ByteArrayEntity(json, ContentType.APPLICATION_JSON));
    }
    return execute(call, request);
  }

  private AgentAnswer<Reply> execute(Call call, HttpUriRequestBase request) {
    Future<?> deadline = deadlines.watch(request, call.deadline());
    HttpContext context = HttpClientContext.create();
    PinCheck.require(context, call.certificate());
    try {
      Reply reply = client.execute(request, context, response -> read(call.agent(), response));
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
    Duration whole = settings.deadline();
    return HttpFailures.late(
        call.agent(), call.deadline().compareTo(whole) < 0 ? call.deadline() : whole);
  }

  private Reply read(AgentEndpoint agent, ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    String type = entity == null || entity.getContentType() == null ? "" : entity.getContentType();
    Map<String, String> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Header header : response.getHeaders()) {
      if (header.getName().regionMatches(true, 0, OWN_HEADERS, 0, OWN_HEADERS.length())) {
        own.put(header.getName(), String.valueOf(header.getValue()));
      }
    }
    return new Reply(agent, response.getCode(), type, own, body(entity));
  }

  private byte[] body(@Nullable HttpEntity entity) throws IOException {
    if (entity == null) {
      return new byte[0];
    }
    int limit = settings.maxBodyBytes();
    long announced = entity.getContentLength();
    if (announced > limit) {
      throw new BodyTooLarge(limit);
    }
    // Of unknown length it is read by 16 kB, which is most of what a visit would have to allocate.
    InputStream content = entity.getContent();
    byte[] bytes =
        announced < 0 ? content.readNBytes(limit) : exactly(content, new byte[(int) announced]);
    if (bytes.length == limit && content.read() >= 0) {
      throw new BodyTooLarge(limit);
    }
    return bytes;
  }

  /** And the end behind it, at which the connection is given back. */
  private static byte[] exactly(InputStream content, byte[] bytes) throws IOException {
    if (content.readNBytes(bytes, 0, bytes.length) < bytes.length || content.read() >= 0) {
      throw new IOException("the body is not as long as was announced");
    }
    return bytes;
  }

  private static <T> AgentAnswer<T> notAnUrl(AgentEndpoint agent) {
    return new AgentAnswer.Unreachable<>(
        "agent address '%s' is no URL (expected: http://host:port)".formatted(agent.address()));
  }
}
