package dev.muster.api.security;

import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Grant;
import dev.muster.domain.identity.GroupRole;
import dev.muster.domain.identity.Role;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whose tokens are believed besides Muster's own. {@code muster.oidc.*}, documented in docs/api.md.
 *
 * @param issuer the provider's address, as its tokens name it; without it none is believed
 * @param audience of which a token must name one
 * @param nameClaim the claim that is the identity's name; people must not be able to choose it
 * @param groupsClaim the claim with the groups; {@code a.b} is the claim b within a
 * @param clientId as which {@code muster login} comes to the provider; it has no secret
 * @param scopes that {@code muster login} asks for
 * @param roles what groups may do
 */
@ConfigurationProperties("muster.oidc")
public record OidcProperties(
    Optional<String> issuer,
    @DefaultValue List<String> audience,
    @DefaultValue("sub") String nameClaim,
    @DefaultValue("groups") String groupsClaim,
    Optional<String> clientId,
    @DefaultValue({"openid", "offline_access"}) List<String> scopes,
    @DefaultValue List<RolesOfGroup> roles) {

  /**
   * What a group may do.
   *
   * @param clusters patterns, such as {@code prod-*}
   */
  public record RolesOfGroup(
      String group, @DefaultValue List<Role> roles, @DefaultValue List<String> clusters) {

    public RolesOfGroup {
      if (roles.isEmpty() || clusters.isEmpty()) {
        throw new IllegalArgumentException(
            "muster.oidc.roles: group '%s' has no %s (expected: at least one)"
                .formatted(group, roles.isEmpty() ? "roles" : "clusters"));
      }
      try {
        clusters.forEach(ClusterPattern::new);
      } catch (IllegalArgumentException unfit) {
        throw new IllegalArgumentException(
            "muster.oidc.roles: group '%s': %s".formatted(group, unfit.getMessage()), unfit);
      }
    }
  }

  /** Loopback is for tests and trials: nobody stands between. */
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

  public OidcProperties {
    issuer = issuer.filter(text -> !text.isBlank());
    issuer.ifPresent(OidcProperties::requireSafe);
    if (issuer.isPresent() && audience.isEmpty()) {
      throw new IllegalArgumentException(
          "muster.oidc.audience: missing (expected: what the provider writes into aud for Muster;"
              + " without it a token for any other program would do)");
    }
    if (issuer.isEmpty() && (!audience.isEmpty() || !roles.isEmpty() || clientId.isPresent())) {
      throw new IllegalArgumentException(
          "muster.oidc.issuer: missing (expected: the provider's address, as other muster.oidc"
              + " settings are there)");
    }
  }

  /** What groups may do, one role on one pattern at a time. */
  List<GroupRole> groupRoles() {
    return roles.stream()
        .flatMap(one ->
            one.roles().stream()
                .flatMap(role ->
                    one.clusters().stream()
                        .map(clusters ->
                            new GroupRole(
                                one.group(), new Grant(role, new ClusterPattern(clusters))))))
        .toList();
  }

  private static void requireSafe(String issuer) {
    if (!isSafe(issuer)) {
      throw new IllegalArgumentException(
          "muster.oidc.issuer: '%s' (expected: an address with https)".formatted(issuer));
    }
  }

  /** Whether nobody can answer in the place of who is meant. */
  static boolean isSafe(String address) {
    try {
      URI uri = URI.create(address);
      String host = String.valueOf(uri.getHost());
      return uri.getHost() != null
          && ("https".equals(uri.getScheme())
              || ("http".equals(uri.getScheme()) && LOOPBACK.contains(host)));
    } catch (IllegalArgumentException unreadable) {
      return false;
    }
  }
}
