package dev.muster.api.security;

import dev.muster.domain.identity.GroupRole;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.shown.Printable;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whom the claims of a token name, once it is known that the provider wrote them.
 *
 * @param name the claim with the name
 * @param groups the claim with the groups
 * @param bound what groups may do
 */
record JwtClaims(String name, String groups, List<GroupRole> bound) {

  static JwtClaims of(OidcProperties settings) {
    return new JwtClaims(settings.nameClaim(), settings.groupsClaim(), settings.groupRoles());
  }

  /**
   * The identity.
   *
   * @throws IllegalArgumentException if there is no name, or none that can be kept
   */
  Identity identity(Map<String, Object> claims) {
    Object named =
        claim(claims, name)
            .filter(value -> value instanceof String || value instanceof Number)
            .orElseThrow(() ->
                new IllegalArgumentException("it has no claim %s with a name".formatted(name)));
    if (name.equals("email") && Boolean.FALSE.equals(claims.get("email_verified"))) {
      throw new IllegalArgumentException("the provider has not verified its email");
    }
    Set<String> in = groups(claims);
    return new Identity(named.toString(), in, GroupRole.grants(bound, in));
  }

  /** Those that can be kept; the others can be bound to nothing. */
  private Set<String> groups(Map<String, Object> claims) {
    Set<String> found = new LinkedHashSet<>();
    Object value = claim(claims, groups).orElse(List.of());
    Collection<?> all = value instanceof Collection<?> many ? many : List.of(value);
    for (Object one : all) {
      if (one instanceof String group && isFit(group)) {
        found.add(group);
      }
    }
    return found;
  }

  private static boolean isFit(String group) {
    return !group.isBlank()
        && group.length() <= Identity.LONGEST_NAME
        && Printable.isLine(group)
        && !group.startsWith(Identity.GROUP)
        && !group.startsWith(Identity.ROLE);
  }

  /** A name with dots may be one claim's, as an address is, or a way into one. */
  private static Optional<Object> claim(Map<?, ?> claims, String path) {
    Optional<Object> whole = Optional.ofNullable(claims.get(path));
    int dot = path.indexOf('.');
    if (whole.isPresent() || dot < 0) {
      return whole;
    }
    return claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner
        ? claim(inner, path.substring(dot + 1))
        : Optional.empty();
  }
}
