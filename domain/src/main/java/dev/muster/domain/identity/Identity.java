package dev.muster.domain.identity;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.shown.Printable;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Who asks. One name is one person or one program, by whatever it was proven.
 *
 * @param groups that it belongs to
 * @param grants what it may do, and where
 */
public record Identity(String name, Set<String> groups, List<Grant> grants) {

  /** Of a name, in characters. */
  public static final int LONGEST_NAME = 128;

  /** Before the name of a group, where people and groups are named side by side. */
  public static final String GROUP = "group:";

  /** Before the name of a role. */
  public static final String ROLE = "role:";

  /**
   * @throws IllegalArgumentException if the name or a group's cannot be kept and shown
   */
  public Identity {
    requireName("name", name);
    groups.forEach(group -> requireName("group", group));
    groups = Set.copyOf(groups);
    grants = List.copyOf(grants);
  }

  /** One that may do everything. */
  public static Identity ofEverything(String name) {
    return new Identity(name, Set.of(), everyRole());
  }

  /** Each role on every cluster. */
  public static List<Grant> everyRole() {
    return Arrays.stream(Role.values()).map(role -> new Grant(role, ClusterPattern.ALL)).toList();
  }

  /** Each of the roles on each of the patterns. */
  public static List<Grant> grants(Collection<Role> roles, Collection<ClusterPattern> clusters) {
    return roles.stream()
        .flatMap(role -> clusters.stream().map(pattern -> new Grant(role, pattern)))
        .toList();
  }

  public boolean may(Permission permission, ClusterName cluster) {
    return grants.stream()
        .anyMatch(grant -> grant.role().has(permission) && grant.clusters().matches(cluster));
  }

  /** Whether it may on every cluster, those too that there are not yet. */
  public boolean mayEverywhere(Permission permission) {
    return grants.stream()
        .anyMatch(grant -> grant.role().has(permission) && grant.clusters().isAll());
  }

  /** Whether there is a cluster, or may be one, on which it may. */
  public boolean maySomewhere(Permission permission) {
    return grants.stream().anyMatch(grant -> grant.role().has(permission));
  }

  /** Its roles on a cluster. */
  public Set<Role> rolesOn(ClusterName cluster) {
    return grants.stream()
        .filter(grant -> grant.clusters().matches(cluster))
        .map(Grant::role)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The clusters that it may read. */
  public Sight sight() {
    return mayEverywhere(Permission.READ)
        ? Sight.ALL
        : new Sight(
            grants.stream()
                .filter(grant -> grant.role().has(Permission.READ))
                .map(Grant::clusters)
                .distinct()
                .toList());
  }

  /** What it is and where, in words. */
  public String standing() {
    return grants.isEmpty()
        ? name + " has no role"
        : name + " is " + String.join(", ", grants.stream().map(Grant::toString).toList());
  }

  private static void requireName(String what, String name) {
    boolean fits = !name.isBlank() && name.length() <= LONGEST_NAME && Printable.isLine(name);
    if (!fits) {
      throw new IllegalArgumentException(
          "%s: '%s' (expected: 1 to %d printable characters)"
              .formatted(what, Printable.of(name.strip()), LONGEST_NAME));
    }
    if (name.startsWith(GROUP) || name.startsWith(ROLE)) {
      throw new IllegalArgumentException(
          "%s: '%s' (expected: not beginning with %s or %s, which approvals read as something else)"
              .formatted(what, name, GROUP, ROLE));
    }
  }
}
