package dev.muster.activities.agent;

import java.io.IOException;
import java.net.SocketException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes clients that keep connections alive. Each agent's connections are a pool of their own, so
 * that neither leasing nor giving back one costs more with more agents; {@link KeptAlive} bounds
 * how many there are.
 */
final class HttpConnections {

  /** Agents close what is idle for 30 s; a connection that rested longer is looked at first. */
  private static final TimeValue LOOK_AFTER = TimeValue.ofSeconds(20);

  private static final TimeValue FORGET_AFTER = TimeValue.ofMinutes(3);

  /** Bytes, twice for each connection, of which there may be twenty thousand. */
  private static final int BUFFER = 2048;

  private HttpConnections() {}

  /** What is sent again when a kept-alive connection turned out to be closed. */
  enum Repeats {
    /** Every request: agents refuse a second copy of an action by its id. */
    EVERYTHING,
    /** Not what submits an action: an agent may take two copies that come at the same time. */
    BUT_SUBMISSIONS
  }

  /**
   * A client without cookies, redirects, compression and log-ins.
   *
   * @param repeats what may be sent again over a new connection
   * @param pollsHaveRoom whether an agent that got a submission will soon be polled
   */
  static CloseableHttpClient client(
      AgentClientSettings settings, Repeats repeats, BooleanSupplier pollsHaveRoom) {
    PinCheck pins = new PinCheck(settings.tls());
    KeptAlive kept =
        new KeptAlive(settings.maxConnections(), FORGET_AFTER.toDuration(), System::nanoTime);
    return HttpClientBuilder.create()
        .setConnectionReuseStrategy((request, response, context) ->
            DefaultClientConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context)
                && (kept.keeps(request.getAuthority())
                    || (isSubmission(request) && pollsHaveRoom.getAsBoolean())))
        .setConnectionManager(connections(settings, pins))
        .setRequestExecutor(pins)
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectionRequestTimeout(Timeout.of(settings.deadline()))
                .setRedirectsEnabled(false)
                .setAuthenticationEnabled(false)
                .setContentCompressionEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .build())
        .setUserAgent("muster")
        .setRetryStrategy(new AgainOnStaleConnection(repeats))
        .evictIdleConnections(FORGET_AFTER)
        .disableContentCompression()
        .disableCookieManagement()
        .disableRedirectHandling()
        .disableAuthCaching()
        .disableConnectionState()
        .build();
  }

  /** What was submitted to an agent is watched next. */
  private static boolean isSubmission(HttpRequest request) {
    return request.getMethod().equals("POST");
  }

  private static PoolingHttpClientConnectionManager connections(
      AgentClientSettings settings, PinCheck pins) {
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setTlsSocketStrategy(pins)
        .setConnectionFactory(
            ManagedHttpClientConnectionFactory.builder()
                .http1Config(
                    Http1Config.custom()
                        .setBufferSize(BUFFER)
                        .setMaxLineLength(16_384)
                        .setMaxHeaderCount(100)
                        .build())
                .build())
        .setDefaultSocketConfig(SocketConfig.custom().setTcpNoDelay(true).build())
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                .setValidateAfterInactivity(LOOK_AFTER)
                .build())
        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
        // A host may carry many agents behind one port; how many calls an agent gets at a time is
        // the callers' business.
        .setMaxConnPerRoute(settings.maxConnections())
        .build();
  }

  /**
   * Once more when a connection turned out to be closed, and again as long as it was a kept-alive
   * one: an agent that was started again has closed all that it had.
   */
  private static final class AgainOnStaleConnection implements HttpRequestRetryStrategy {

    private final Repeats repeats;

    AgainOnStaleConnection(Repeats repeats) {
      this.repeats = repeats;
    }

    @Override
    public boolean retryRequest(
        HttpRequest request, IOException failure, int attempt, HttpContext context) {
      boolean stale =
          failure instanceof NoHttpResponseException
              || (failure instanceof SocketException && isReset(failure));
      return stale
          && (attempt <= 1 || wasKeptAlive(context))
          && mayRepeat(request)
          && !Thread.currentThread().isInterrupted();
    }

    private static boolean wasKeptAlive(HttpContext context) {
      EndpointDetails connection = HttpCoreContext.cast(context).getEndpointDetails();
      return connection != null && connection.getResponseCount() > 0;
    }

    @Override
    public boolean retryRequest(HttpResponse response, int attempt, HttpContext context) {
      return false;
    }

    @Override
    public TimeValue getRetryInterval(HttpResponse response, int attempt, HttpContext context) {
      return TimeValue.ZERO_MILLISECONDS;
    }

    private boolean mayRepeat(HttpRequest request) {
      return switch (repeats) {
        case EVERYTHING -> true;
        case BUT_SUBMISSIONS -> !isSubmission(request);
      };
    }

    private static boolean isReset(IOException failure) {
      String message = Optional.ofNullable(failure.getMessage()).orElse("");
      return message.contains("reset") || message.contains("Broken pipe");
    }
  }
}
