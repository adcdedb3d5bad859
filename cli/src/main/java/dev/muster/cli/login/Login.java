package dev.muster.cli.login;

import dev.muster.cli.rest.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a provider gave: a token that is sent to Muster, and what gets the next one.
 *
 * @param issuer the provider's address
 * @param clientId as which it was asked
 * @param endsAt when the token stops to count; empty if the provider did not say
 */
public record Login(
    String issuer,
    String clientId,
    String token,
    Optional<Instant> endsAt,
    Optional<String> refreshToken) {

  /** So long before its end a token is replaced: a request may be under way for a while. */
  private static final Duration AHEAD = Duration.ofSeconds(60);

  private static final int PARTS = 3;

  /**
   * What a token endpoint answered. An access token that only the provider can read proves nothing
   * to Muster; then the ID token is what is sent.
   */
  static Login of(Provider provider, JsonNode answer, Instant now) {
    String access = Json.text(answer, "access_token");
    String token =
        payload(access).isPresent()
            ? access
            : Json.optional(answer, "id_token")
                .filter(id -> payload(id).isPresent())
                .orElse(access);
    Optional<Instant> said =
        payload(token)
            .filter(claims -> claims.path("exp").isNumber())
            .map(claims -> Instant.ofEpochSecond(claims.path("exp").asLong()));
    Optional<Instant> counted =
        Optional.of(Json.number(answer, "expires_in"))
            .filter(seconds -> seconds > 0)
            .map(now::plusSeconds);
    return new Login(
        provider.issuer(),
        provider.clientId(),
        token,
        said.or(() -> counted),
        Json.optional(answer, "refresh_token"));
  }

  /** What {@link #json} wrote; empty if it is something else. */
  public static Optional<Login> read(JsonNode kept) {
    return Json.optional(kept, "token")
        .map(token ->
            new Login(
                Json.text(kept, "issuer"),
                Json.text(kept, "clientId"),
                token,
                Json.time(kept, "endsAt"),
                Json.optional(kept, "refreshToken")));
  }

  /** To be kept where its owner alone can read it. */
  public ObjectNode json() {
    ObjectNode json = Json.object().put("issuer", issuer).put("clientId", clientId);
    json.put("token", token);
    endsAt.ifPresent(at -> json.put("endsAt", at.toString()));
    refreshToken.ifPresent(refresh -> json.put("refreshToken", refresh));
    return json;
  }

  /** Whether it is time for the next token. */
  public boolean endsSoon(Instant now) {
    return endsAt.filter(at -> !now.isBefore(at.minus(AHEAD))).isPresent();
  }

  /** Whether the token does not count any more. */
  public boolean isOver(Instant now) {
    return endsAt.filter(at -> !now.isBefore(at)).isPresent();
  }

  /** The next one; a provider that gives no new refresh token means the old one. */
  Login followedBy(Login next) {
    return new Login(
        next.issuer,
        next.clientId,
        next.token,
        next.endsAt,
        next.refreshToken.or(() -> refreshToken));
  }

  /** What a JWT says; nobody has checked it. Empty if it is none. */
  private static Optional<JsonNode> payload(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != PARTS) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(parts[1]);
      return Optional.of(Json.parse(new String(bytes, StandardCharsets.UTF_8)))
          .filter(JsonNode::isObject);
    } catch (IllegalArgumentException | JacksonException none) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "login at " + issuer;
  }
}
