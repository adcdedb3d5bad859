package dev.muster.worker.discovery;

import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.activities.secret.Secrets;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.discovery.SourceReader;
import dev.muster.worker.tls.BelievedAuthorities;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Servers that name nodes as Prometheus' {@code http_sd} has it: a GET, answered with 200 and JSON.
 * Follows no redirect, which would carry the token elsewhere, and repeats nothing that a server
 * sent.
 */
final class SourceServers implements AutoCloseable {

  private static final int MOST_BYTES = SourceReader.MOST_MEBIBYTES << 20;

  private static final Pattern JSON =
      Pattern.compile("application/json(\\s*;\\s*charset=\"?utf-8\"?)?", Pattern.CASE_INSENSITIVE);

  private final Duration deadline;
  private final Secrets secrets;
  private final HttpClient plain;
  private final Map<DiscoverySettings.Server, HttpClient> known = new LinkedHashMap<>();

  /**
   * @throws SettingProblem if a server's authorities cannot be read, or its secret is not known
   */
  SourceServers(DiscoverySettings settings, Secrets secrets) {
    this.deadline = settings.deadline();
    this.secrets = secrets;
    this.plain = client(deadline).build();
    settings
        .servers()
        .forEach((name, server) -> {
          String setting = "muster.discovery.servers." + name;
          HttpClient.Builder builder = client(deadline);
          if (!server.caCertificate().isBlank()) {
            builder.sslContext(
                BelievedAuthorities.of(
                    setting + ".ca-certificate", Path.of(server.caCertificate())));
          }
          server
              .secret()
              .filter(secret -> !secrets.sources().containsKey(secret.key()))
              .ifPresent(secret -> {
                throw new SettingProblem(
                    setting + ".token",
                    "there is no secret %s (expected: muster.secrets.%s.*, too)"
                        .formatted(secret, secret));
              });
          known.put(server, builder.build());
        });
  }

  private static HttpClient.Builder client(Duration deadline) {
    return HttpClient.newBuilder()
        .connectTimeout(deadline)
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER);
  }

  /**
   * Asks a server.
   *
   * @param interval between two such requests, which the server is told
   */
  SourceText read(String location, Duration interval) throws InterruptedException {
    Optional<DiscoverySettings.Server> server =
        known.keySet().stream().filter(one -> one.has(location)).findFirst();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(location))
            .header("Accept", "application/json")
            .header("X-Prometheus-Refresh-Interval-Seconds", seconds(interval))
            .timeout(deadline);
    Optional<Reading> token = server.flatMap(DiscoverySettings.Server::secret).map(secrets::read);
    if (token.isPresent()) {
      switch (token.get()) {
        case Reading.Found(String value) -> request.header("Authorization", "Bearer " + value);
        case Reading.Absent(String why) -> {
          return new SourceText.Away("the token of %s is not there: %s".formatted(location, why));
        }
        case Reading.Away(String why) -> {
          return new SourceText.Away("the token of %s cannot be read: %s".formatted(location, why));
        }
      }
    }
    HttpClient client = server.map(known::get).orElse(plain);
    return answer(client, request.build(), location);
  }

  /** As Prometheus writes it: a number of seconds. */
  private static String seconds(Duration interval) {
    return Long.toString(Math.max(1, interval.toSeconds()));
  }

  /** The deadline is for the whole of it, however slowly the body comes. */
  private SourceText answer(HttpClient client, HttpRequest request, String location)
      throws InterruptedException {
    Future<HttpResponse<byte[]>> answer =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
    try {
      return text(answer.get(deadline.toMillis(), TimeUnit.MILLISECONDS), location);
    } catch (TimeoutException e) {
      return new SourceText.Away("%s did not answer within %s".formatted(location, inWords()));
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return new SourceText.Away(
          "%s did not answer as it should (%s)".formatted(location, why(cause)));
    } finally {
      answer.cancel(true);
    }
  }

  private String inWords() {
    return deadline.toMillis() % 1000 == 0
        ? deadline.toSeconds() + " s"
        : deadline.toMillis() + " ms";
  }

  private static String why(Throwable failure) {
    return switch (failure) {
      case java.net.http.HttpTimeoutException late -> "too late";
      case java.net.ConnectException refused -> "no connection";
      case javax.net.ssl.SSLException tls -> "TLS failed; is its authority believed?";
      case IOException other when String.valueOf(other.getMessage()).contains("body exceeds") ->
          "more than %d MiB".formatted(SourceReader.MOST_MEBIBYTES);
      default -> failure.getClass().getSimpleName();
    };
  }

  private static SourceText text(HttpResponse<byte[]> answer, String location) {
    if (answer.statusCode() != 200) {
      return new SourceText.Away(
          "%s answered with status %d (expected: 200)".formatted(location, answer.statusCode()));
    }
    String type = answer.headers().firstValue("Content-Type").orElse("").strip();
    if (!JSON.matcher(type).matches()) {
      return new SourceText.Away(
          "%s did not answer with Content-Type: application/json".formatted(location));
    }
    try {
      return new SourceText.Text(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(answer.body())).toString());
    } catch (CharacterCodingException e) {
      return new SourceText.Away(location + " did not answer with text in UTF-8");
    }
  }

  @Override
  public void close() {
    plain.shutdownNow();
    known.values().forEach(HttpClient::shutdownNow);
  }
}
