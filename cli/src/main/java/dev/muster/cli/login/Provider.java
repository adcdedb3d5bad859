package dev.muster.cli.login;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.Json;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A provider of identities, as its discovery document says where it answers.
 *
 * @param clientId as which to ask it
 * @param scopes to ask for
 */
public record Provider(
    String issuer, String clientId, List<String> scopes, JsonNode about, Forms forms) {

  private static final String DISCOVERY = "/.well-known/openid-configuration";
  private static final String OFFLINE = "offline_access";
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

  /**
   * The one that a Muster server believes.
   *
   * @param resource what the server says about itself (RFC 9728)
   * @return empty if it names none, or not as whom to ask it
   * @throws ApiFailure if the provider does not answer, or cannot be trusted
   */
  public static Optional<Provider> of(JsonNode resource, Forms forms) {
    Optional<String> issuer = Json.texts(resource, "authorization_servers").stream().findFirst();
    Optional<String> client = Json.optional(resource, "muster_client_id");
    return issuer.isEmpty() || client.isEmpty()
        ? Optional.empty()
        : Optional.of(
            at(issuer.get(), client.get(), Json.texts(resource, "scopes_supported"), forms));
  }

  /** The one that gave a login. */
  static Provider of(Login login, Forms forms) {
    return at(login.issuer(), login.clientId(), List.of(), forms);
  }

  private static Provider at(String issuer, String client, List<String> scopes, Forms forms) {
    requireSafe("the issuer", issuer);
    JsonNode about = forms.get(URI.create(issuer.replaceAll("/+$", "") + DISCOVERY));
    if (!Json.text(about, "issuer").equals(issuer)) {
      throw ApiFailure.unavailable(
          "What answers at %s is another provider: it says that it is '%s'."
              .formatted(issuer, Json.text(about, "issuer")));
    }
    List<String> known = Json.texts(about, "scopes_supported");
    List<String> wanted = new ArrayList<>(scopes);
    // Who does not know it refuses the whole request, and mostly gives refresh tokens anyway.
    wanted.removeIf(scope -> scope.equals(OFFLINE) && !known.isEmpty() && !known.contains(OFFLINE));
    return new Provider(issuer, client, List.copyOf(wanted), about, forms);
  }

  /** Asks one of its endpoints, with who asks. */
  Forms.Reply ask(String endpoint, Map<String, String> fields) {
    Map<String, String> all = new java.util.TreeMap<>(fields);
    all.put("client_id", clientId);
    return forms.post(address(endpoint), all);
  }

  boolean has(String endpoint) {
    return Json.optional(about, endpoint).isPresent();
  }

  private URI address(String endpoint) {
    String address =
        Json.optional(about, endpoint)
            .orElseThrow(() ->
                ApiFailure.unavailable(
                    "%s has no %s: it does not know this way to log in. Use a token of Muster's (muster login --token-file FILE)."
                        .formatted(issuer, endpoint)));
    requireSafe(endpoint, address);
    return URI.create(address);
  }

  /**
   * The token that comes after this one.
   *
   * @throws ApiFailure if the provider gives none
   */
  public static Login renewed(Login login, Forms forms, Instant now) {
    String refresh =
        login
            .refreshToken()
            .orElseThrow(() -> ended(login, "the provider gave no way to renew it"));
    Provider provider = of(login, forms);
    Forms.Reply reply =
        provider.ask(
            "token_endpoint", Map.of("grant_type", "refresh_token", "refresh_token", refresh));
    if (!reply.isGood()) {
      throw ended(login, reply.error());
    }
    return login.followedBy(Login.of(provider, reply.json(), now));
  }

  /** Has the provider forget it (RFC 7009); whether it said that it has. */
  public static boolean revoked(Login login, Forms forms) {
    Provider provider = of(login, forms);
    return provider.has("revocation_endpoint")
        && provider
            .ask(
                "revocation_endpoint",
                Map.of("token", login.refreshToken().orElseGet(login::token)))
            .isGood();
  }

  private static ApiFailure ended(Login login, String why) {
    return ApiFailure.refused(
        "Your login at %s has ended (%s): muster login".formatted(login.issuer(), why));
  }

  private static void requireSafe(String what, String address) {
    try {
      URI uri = URI.create(address);
      boolean loopback = LOOPBACK.contains(String.valueOf(uri.getHost()));
      boolean safe =
          "https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && loopback);
      if (safe) {
        return;
      }
    } catch (IllegalArgumentException unreadable) {
      throw unsafe(what, address);
    }
    throw unsafe(what, address);
  }

  private static ApiFailure unsafe(String what, String address) {
    return ApiFailure.unavailable(
        "Not logged in: %s of the provider is '%s' (expected: an address with https)"
            .formatted(what, address));
  }
}
