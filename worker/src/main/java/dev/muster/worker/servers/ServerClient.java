package dev.muster.worker.servers;

import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.activities.secret.Secrets;
import dev.muster.connections.settings.SettingProblem;
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

/**
 * Asks servers of other people for a document, with a GET that is answered with 200. Follows no
 * redirect, which would carry the token elsewhere, and repeats nothing that a server sent.
 */
public final class ServerClient implements AutoCloseable {

  private final Limits limits;
  private final Secrets secrets;
  private final HttpClient plain;
  private final Map<NamedServer, HttpClient> known = new LinkedHashMap<>();

  /**
   * What an answer may take.
   *
   * @param deadline for the whole of it
   */
  public record Limits(Duration deadline, int mebibytes) {

    private int bytes() {
      return mebibytes << 20;
    }
  }

  /**
   * @param setting where the servers are set, such as {@code muster.discovery.servers}
   * @param servers by name; any other one is asked plainly
   * @throws SettingProblem if a server's authorities cannot be read, or its secret is not known
   */
  public ServerClient(
      String setting, Map<String, NamedServer> servers, Limits limits, Secrets secrets) {
    this.limits = limits;
    this.secrets = secrets;
    this.plain = client(limits.deadline()).build();
    servers.forEach((name, server) -> {
      String path = setting + "." + name;
      HttpClient.Builder builder = client(limits.deadline());
      if (!server.caCertificate().isBlank()) {
        builder.sslContext(
            BelievedAuthorities.of(path + ".ca-certificate", Path.of(server.caCertificate())));
      }
      server
          .secret()
          .filter(secret -> !secrets.sources().containsKey(secret.key()))
          .ifPresent(secret -> {
            throw new SettingProblem(
                path + ".token",
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

  /** Asks a server; ends within the deadline, and never throws for what a server does. */
  public ServerAnswer get(String location, Map<String, String> headers)
      throws InterruptedException {
    Optional<NamedServer> server =
        known.keySet().stream().filter(one -> one.has(location)).findFirst();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(location)).timeout(limits.deadline());
    headers.forEach(request::header);
    Optional<Reading> token = server.flatMap(NamedServer::secret).map(secrets::read);
    if (token.isPresent()) {
      switch (token.get()) {
        case Reading.Found(String value) -> request.header("Authorization", "Bearer " + value);
        case Reading.Absent(String why) -> {
          return new ServerAnswer.Away("the token of %s is not there: %s".formatted(location, why));
        }
        case Reading.Away(String why) -> {
          return new ServerAnswer.Away(
              "the token of %s cannot be read: %s".formatted(location, why));
        }
      }
    }
    return answer(server.map(known::get).orElse(plain), request.build(), location);
  }

  /** The deadline is for the whole of it, however slowly the body comes. */
  private ServerAnswer answer(HttpClient client, HttpRequest request, String location)
      throws InterruptedException {
    Future<HttpResponse<byte[]>> answer =
        client.sendAsync(
            request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.bytes()));
    try {
      return text(answer.get(limits.deadline().toMillis(), TimeUnit.MILLISECONDS), location);
    } catch (TimeoutException e) {
      return new ServerAnswer.Away("%s did not answer within %s".formatted(location, inWords()));
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return new ServerAnswer.Away(
          "%s did not answer as it should (%s)".formatted(location, why(cause)));
    } finally {
      answer.cancel(true);
    }
  }

  private String inWords() {
    Duration deadline = limits.deadline();
    return deadline.toMillis() % 1000 == 0
        ? deadline.toSeconds() + " s"
        : deadline.toMillis() + " ms";
  }

  private String why(Throwable failure) {
    return switch (failure) {
      case java.net.http.HttpTimeoutException late -> "too late";
      case java.net.ConnectException refused -> "no connection";
      case javax.net.ssl.SSLException tls -> "TLS failed; is its authority believed?";
      case IOException other when String.valueOf(other.getMessage()).contains("body exceeds") ->
          "more than %d MiB".formatted(limits.mebibytes());
      default -> failure.getClass().getSimpleName();
    };
  }

  private static ServerAnswer text(HttpResponse<byte[]> answer, String location) {
    if (answer.statusCode() != 200) {
      return new ServerAnswer.Away(
          "%s answered with status %d (expected: 200)".formatted(location, answer.statusCode()));
    }
    String type = answer.headers().firstValue("Content-Type").orElse("").strip();
    try {
      return new ServerAnswer.Body(
          type,
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(answer.body())).toString());
    } catch (CharacterCodingException e) {
      return new ServerAnswer.Away(location + " did not answer with text in UTF-8");
    }
  }

  @Override
  public void close() {
    plain.shutdownNow();
    known.values().forEach(HttpClient::shutdownNow);
  }
}
