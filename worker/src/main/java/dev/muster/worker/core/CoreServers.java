package dev.muster.worker.core;

import dev.muster.domain.core.HttpAnswer;
import dev.muster.domain.core.HttpWork;
import dev.muster.domain.shown.DurationText;
import dev.muster.worker.tls.BelievedAuthorities;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * The servers that steps with {@code runs: core} ask. Follows no redirect, which would carry
 * secrets elsewhere; reads no more than a bounded answer; and repeats nothing by itself.
 */
final class CoreServers implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final CoreSettings settings;
  private final HttpClient client;

  CoreServers(CoreSettings settings) {
    this.settings = settings;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER);
    if (!settings.caCertificate().isBlank()) {
      builder.sslContext(
          BelievedAuthorities.of("muster.core.ca-certificate", Path.of(settings.caCertificate())));
    }
    this.client = builder.build();
  }

  /**
   * A request.
   *
   * @param own headers of Muster
   * @param given headers of the playbook, which go before Muster's {@code Content-Type}
   * @param atMost for all of it, however slowly the answer comes
   */
  // The array is never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Request(
      String method,
      URI url,
      Map<String, String> own,
      Map<String, String> given,
      byte[] body,
      Duration atMost) {

    private Map<String, String> headers() {
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      headers.putAll(own);
      given.forEach((name, value) -> {
        boolean isOurs =
            own.keySet().stream().anyMatch(name::equalsIgnoreCase)
                && !name.equalsIgnoreCase("Content-Type");
        if (!isOurs) {
          headers.put(name, value);
        }
      });
      return headers;
    }
  }

  /** What came of a request. Reasons hold neither headers nor bodies. */
  sealed interface Asked {

    record Answered(HttpAnswer answer) implements Asked {}

    /** Nobody answered; whether the server has the request is not known. */
    record Unanswered(String why) implements Asked {}

    /** Nothing was sent, and nothing will be. */
    record Refused(String why) implements Asked {}
  }

  Asked ask(Request request) throws InterruptedException {
    String server = HttpWork.server(request.url());
    Optional<String> refusal = refusal(request.url());
    if (refusal.isPresent()) {
      return new Asked.Refused(refusal.get());
    }
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(request.url())
            .timeout(request.atMost())
            .method(
                request.method(),
                request.body().length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(request.body()));
    request.headers().forEach(builder::header);
    return answer(builder.build(), server, request.atMost());
  }

  /**
   * Addresses of the link itself are never asked: clouds answer there with the credentials of the
   * worker's host.
   */
  private Optional<String> refusal(URI url) {
    String host = url.getHost();
    if (!settings.allows(host)) {
      return Optional.of(
          "%s is not among the hosts that steps may ask (expected: one of %s; muster.core.hosts of the workers says which)"
              .formatted(host, settings.hosts()));
    }
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (address.isLinkLocalAddress() || address.isMulticastAddress()) {
          return Optional.of(
              "%s is %s, an address of the link itself, which is never asked"
                  .formatted(host, address.getHostAddress()));
        }
      }
    } catch (UnknownHostException unknown) {
      // The request says so.
    }
    return Optional.empty();
  }

  private Asked answer(HttpRequest request, String server, Duration atMost)
      throws InterruptedException {
    Future<HttpResponse<byte[]>> answer =
        client.sendAsync(
            request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), HttpAnswer.LONGEST_BODY));
    try {
      HttpResponse<byte[]> got = answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
      return new Asked.Answered(
          new HttpAnswer(
              got.statusCode(), new String(got.body(), StandardCharsets.UTF_8), retryAfter(got)));
    } catch (TimeoutException e) {
      return new Asked.Unanswered(
          "%s did not answer within %s".formatted(server, DurationText.print(atMost)));
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return new Asked.Unanswered("%s did not answer (%s)".formatted(server, why(cause)));
    } finally {
      answer.cancel(true);
    }
  }

  private static long retryAfter(HttpResponse<?> answer) {
    String text = answer.headers().firstValue("Retry-After").orElse("").strip();
    return text.matches("[0-9]{1,6}") ? Long.parseLong(text) : 0;
  }

  private static String why(Throwable failure) {
    return switch (failure) {
      case java.net.http.HttpTimeoutException late -> "too late";
      case ConnectException refused -> "no connection";
      case SSLException tls -> "TLS failed; is its authority believed?";
      case IOException other when String.valueOf(other.getMessage()).contains("body exceeds") ->
          "its answer is longer than %d KiB".formatted(HttpAnswer.LONGEST_BODY / 1024);
      default -> failure.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    };
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
