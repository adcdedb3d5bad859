package dev.muster.domain.run;

import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Role;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who answers an approval, as they were at that moment.
 *
 * @param name of the identity; one name is one person
 * @param roles on the run's cluster
 */
public record Answerer(String name, Set<String> groups, Set<Role> roles) {

  public Answerer {
    groups = Set.copyOf(groups);
    roles = Set.copyOf(roles);
  }

  /** Somebody of whom only the name is known, where names are believed: in every role, no group. */
  public static Answerer named(String name) {
    return new Answerer(name, Set.of(), EnumSet.allOf(Role.class));
  }

  /** Whether an entry of {@code approval.from} means them. */
  public boolean isMeantBy(String entry) {
    if (entry.startsWith(Identity.GROUP)) {
      return groups.contains(entry.substring(Identity.GROUP.length()));
    }
    if (entry.startsWith(Identity.ROLE)) {
      Optional<Role> role = Role.named(entry.substring(Identity.ROLE.length()));
      return role.isPresent() && roles.contains(role.get());
    }
    return entry.equals(name);
  }
}
