package dev.muster.worker.secret;

import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.worker.tls.BelievedAuthorities;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * HashiCorp Vault or OpenBao, by the documented contract of KV version 2 and AppRole. Follows no
 * redirect: it would carry the token elsewhere. What Vault says of an error is not repeated, only
 * its status.
 */
final class Vault implements AutoCloseable {

  private static final int MOST_BYTES = 1024 * 1024;

  /** A token that ends so soon is not used any more. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final VaultSettings settings;
  private final Clock clock;
  private final HttpClient http;
  private final ReentrantLock loggingIn = new ReentrantLock();
  private volatile Optional<Login> login = Optional.empty();

  /** A token of AppRole, and until when it is good. */
  private record Login(String token, Instant until) {}

  /**
   * @throws dev.muster.connections.settings.SettingProblem if the authorities cannot be read
   */
  Vault(VaultSettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(settings.deadline())
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER);
    if (!settings.caCertificate().isBlank()) {
      builder.sslContext(
          BelievedAuthorities.of("muster.vault.ca-certificate", Path.of(settings.caCertificate())));
    }
    this.http = builder.build();
  }

  /** Vault did not do what was asked; the reading says why. */
  private static final class NoAnswer extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Reading reading;

    NoAnswer(Reading reading) {
      this.reading = reading;
    }
  }

  /** A field of a secret, its newest version. */
  Reading read(String path, String field) {
    try {
      HttpResponse<byte[]> answer = get(path, token());
      if (answer.statusCode() == 403 && settings.usesRole()) {
        // A token may be revoked before its time.
        login = Optional.empty();
        answer = get(path, token());
      }
      return reading(path, field, answer);
    } catch (NoAnswer e) {
      return e.reading;
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private static Reading reading(String path, String field, HttpResponse<byte[]> answer)
      throws NoAnswer {
    return switch (answer.statusCode()) {
      case 200 -> {
        JsonNode value = json(answer).path("data").path("data").path(field);
        yield value.isString() || value.isNumber()
            ? new Reading.Found(value.asString())
            : new Reading.Absent("Vault's %s has no text '%s'".formatted(path, field));
      }
      case 404 ->
          new Reading.Absent(
              "Vault has no %s, or its newest version was deleted (404)".formatted(path));
      case 403 ->
          new Reading.Away(
              "Vault does not let Muster read %s, or its token is over (403)".formatted(path));
      default -> away(answer.statusCode());
    };
  }

  private static Reading away(int status) {
    return new Reading.Away(
        switch (status) {
          case 429, 472, 473 -> "Vault is busy or on standby (%d)".formatted(status);
          case 503 -> "Vault is sealed or in maintenance (503)";
          default -> "Vault answers with %d".formatted(status);
        });
  }

  private HttpResponse<byte[]> get(String path, String token) throws NoAnswer {
    return send(
        request("/v1/%s/data/%s".formatted(settings.mount(), path))
            .header("X-Vault-Token", token)
            .GET()
            .build());
  }

  private String token() throws NoAnswer {
    return settings.usesRole()
        ? roleToken()
        : line(settings.tokenFile(), "muster.vault.token-file");
  }

  private String roleToken() throws NoAnswer {
    loggingIn.lock();
    try {
      Optional<Login> known = login.filter(one -> clock.instant().isBefore(one.until()));
      if (known.isPresent()) {
        return known.get().token();
      }
      Login made = logIn();
      login = Optional.of(made);
      return made.token();
    } finally {
      loggingIn.unlock();
    }
  }

  private Login logIn() throws NoAnswer {
    String body =
        WireFormat.JSON.writeValueAsString(
            Map.of(
                "role_id",
                settings.roleId(),
                "secret_id",
                line(settings.secretIdFile(), "muster.vault.secret-id-file")));
    Instant asked = clock.instant();
    HttpResponse<byte[]> answer =
        send(
            request("/v1/auth/%s/login".formatted(settings.appRoleMount()))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    if (answer.statusCode() == 400 || answer.statusCode() == 403) {
      throw new NoAnswer(
          new Reading.Away(
              "Vault refuses Muster's role id or secret id (%d)".formatted(answer.statusCode())));
    }
    if (answer.statusCode() != 200) {
      throw new NoAnswer(away(answer.statusCode()));
    }
    JsonNode auth = json(answer).path("auth");
    String token = auth.path("client_token").asString("");
    if (token.isEmpty()) {
      throw new NoAnswer(new Reading.Away("Vault's answer to the log-in has no token"));
    }
    long seconds = auth.path("lease_duration").asLong(0);
    // 0 is a token that does not end.
    return new Login(token, seconds == 0 ? Instant.MAX : asked.plusSeconds(seconds).minus(MARGIN));
  }

  private HttpRequest.Builder request(String path) throws NoAnswer {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(settings.address() + path))
              .timeout(settings.deadline())
              .header("X-Vault-Request", "true");
      return settings.namespace().isBlank()
          ? request
          : request.header("X-Vault-Namespace", settings.namespace());
    } catch (IllegalArgumentException e) {
      throw new NoAnswer(new Reading.Absent("its path makes no URL: " + path));
    }
  }

  private HttpResponse<byte[]> send(HttpRequest request) throws NoAnswer {
    try {
      return http.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
    } catch (IOException e) {
      throw new NoAnswer(
          new Reading.Away(
              "Vault at %s does not answer (%s)"
                  .formatted(settings.address(), e.getClass().getSimpleName())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswer(new Reading.Away("the worker is being stopped"));
    }
  }

  private static JsonNode json(HttpResponse<byte[]> answer) throws NoAnswer {
    try {
      return WireFormat.JSON.readTree(answer.body());
    } catch (JacksonException e) {
      throw new NoAnswer(new Reading.Away("Vault's answer is no JSON"));
    }
  }

  private static String line(String file, String setting) throws NoAnswer {
    try {
      String text = FileSource.text(Path.of(file)).strip();
      if (text.isEmpty() || !text.chars().allMatch(c -> c > ' ' && c < 127)) {
        throw new NoAnswer(
            new Reading.Away("%s (%s) holds no line of text".formatted(setting, file)));
      }
      return text;
    } catch (IOException e) {
      throw new NoAnswer(
          new Reading.Away(
              "%s (%s) cannot be read (%s)"
                  .formatted(setting, file, e.getClass().getSimpleName())));
    }
  }
}
