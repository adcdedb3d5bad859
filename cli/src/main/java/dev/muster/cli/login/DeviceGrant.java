package dev.muster.cli.login;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Text;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Logs in with a code (RFC 8628): the person opens the provider's page wherever there is a browser,
 * and this asks meanwhile whether they have.
 */
public final class DeviceGrant {

  private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";
  private static final Duration USUAL = Duration.ofSeconds(5);
  private static final Duration SLOWER = Duration.ofSeconds(5);
  private static final Duration LASTS = Duration.ofMinutes(10);

  private final Provider provider;
  private final InstantSource clock;
  private final Pause pause;

  /** Waits. */
  @FunctionalInterface
  public interface Pause {
    void sleep(Duration time) throws InterruptedException;
  }

  public DeviceGrant(Provider provider, InstantSource clock, Pause pause) {
    this.provider = provider;
    this.clock = clock;
    this.pause = pause;
  }

  /**
   * Asks for a code, shows it, and waits until somebody has entered it.
   *
   * @throws ApiFailure if the provider refuses, nobody enters it in time, or they say no
   */
  public Login login(PrintStream out) throws InterruptedException {
    Forms.Reply reply =
        provider.ask(
            "device_authorization_endpoint", Map.of("scope", String.join(" ", provider.scopes())));
    if (!reply.isGood()) {
      throw refused(reply);
    }
    JsonNode device = reply.json();
    show(device, out);
    Duration interval = seconds(device, "interval", USUAL);
    Instant end = clock.instant().plus(seconds(device, "expires_in", LASTS));
    Map<String, String> question =
        Map.of("grant_type", GRANT, "device_code", Json.text(device, "device_code"));
    while (clock.instant().isBefore(end)) {
      pause.sleep(interval);
      Forms.Reply answer = provider.ask("token_endpoint", question);
      if (answer.isGood()) {
        return Login.of(provider, answer.json(), clock.instant());
      }
      switch (answer.error()) {
        case "authorization_pending" -> {}
        case "slow_down" -> interval = interval.plus(SLOWER);
        case "access_denied" ->
            throw ApiFailure.refused("Not logged in: it was refused at the provider's page.");
        case "expired_token" -> throw late();
        default -> throw refused(answer);
      }
    }
    throw late();
  }

  private static void show(JsonNode device, PrintStream out) {
    out.printf(
        "Open %s and enter the code %s%n",
        Text.clean(Json.text(device, "verification_uri")),
        Text.clean(Json.text(device, "user_code")));
    Json.optional(device, "verification_uri_complete")
        .ifPresent(whole -> out.printf("  or open %s%n", Text.clean(whole)));
    out.flush();
  }

  private static Duration seconds(JsonNode json, String field, Duration otherwise) {
    int seconds = Json.number(json, field);
    return seconds > 0 ? Duration.ofSeconds(seconds) : otherwise;
  }

  private ApiFailure refused(Forms.Reply reply) {
    return ApiFailure.refused(
        "Not logged in: %s says %s%s"
            .formatted(
                provider.issuer(),
                reply.error(),
                Json.optional(reply.json(), "error_description")
                    .map(more -> " (" + more + ")")
                    .orElse("")));
  }

  private static ApiFailure late() {
    return ApiFailure.refused("Not logged in: the code was not entered in time. muster login");
  }
}
