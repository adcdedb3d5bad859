package dev.muster.domain.identity;

import java.util.List;
import java.util.Set;

/** What everybody in a group may do: a role on the clusters that a pattern matches. */
public record GroupRole(String group, Grant grant) {

  /**
   * What somebody in these groups may do.
   *
   * @param groups that they are in, as their provider calls them
   */
  public static List<Grant> grants(List<GroupRole> bound, Set<String> groups) {
    return bound.stream()
        .filter(one -> groups.contains(one.group()))
        .map(GroupRole::grant)
        .distinct()
        .toList();
  }
}
