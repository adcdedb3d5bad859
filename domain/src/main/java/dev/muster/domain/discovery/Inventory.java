package dev.muster.domain.discovery;

import dev.muster.domain.discovery.Gathering.Host;
import dev.muster.domain.discovery.Gathering.Said;
import dev.muster.domain.shown.Shortened;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An inventory of Ansible while it is read: groups with hosts, children and variables. Its groups
 * become labels {@code group/NAME=true} of the nodes, those above them too; of its variables only
 * those that the rules name, because among them are passwords.
 */
final class Inventory {

  static final String ALL = "all";
  static final String UNGROUPED = "ungrouped";

  private static final int MOST_HOSTS = Gathering.MOST_NODES;

  /** A host may be in many groups; so often hosts may be named in all. */
  private static final int MOST_MENTIONS = 1_000_000;

  private static final int MOST_GROUPS = 20_000;

  /** Of groups in groups. */
  private static final int DEEPEST = 100;

  private static final int LONGEST_SHOWN = 60;

  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final Map<String, Member> members = new LinkedHashMap<>();
  private int mentions;

  private static final class Group {
    final String name;
    final Map<String, String> variables = new HashMap<>();
    final Set<String> parents = new LinkedHashSet<>();

    Group(String name) {
      this.name = name;
    }
  }

  private static final class Member {
    final Set<String> groups = new LinkedHashSet<>();
    final Map<String, String> variables = new HashMap<>();
  }

  /** Whether the group was declared before. */
  boolean has(String group) {
    return groups.containsKey(group);
  }

  void group(String name) {
    groups.computeIfAbsent(name, Group::new);
    if (groups.size() > MOST_GROUPS) {
      throw new UnusableException(
          "it has more than %d groups (expected: fewer)".formatted(MOST_GROUPS));
    }
  }

  /** A line of hosts: {@code web[01:50].example.org:2222} are fifty; the port is that of ssh. */
  void hosts(String group, String pattern, Map<String, String> variables) {
    group(group);
    for (String host : HostRange.expand(withoutPort(pattern), MOST_HOSTS)) {
      Member member = members.computeIfAbsent(host, name -> new Member());
      member.groups.add(group);
      member.variables.putAll(variables);
      if (members.size() > MOST_HOSTS || ++mentions > MOST_MENTIONS) {
        throw new UnusableException(
            "it names more than %d hosts, or hosts more than %d times (expected: fewer)"
                .formatted(MOST_HOSTS, MOST_MENTIONS));
      }
    }
  }

  void child(String parent, String child) {
    group(parent);
    group(child);
    at(child).parents.add(parent);
  }

  void variable(String group, String name, String value) {
    group(group);
    at(group).variables.put(name, value);
  }

  private Group at(String name) {
    return Optional.ofNullable(groups.get(name)).orElseThrow();
  }

  /** Hands every host over, with what its groups say of it. */
  void gather(DiscoveryRules rules, Gathering gathering) {
    Map<String, List<Group>> known = new HashMap<>();
    members.forEach((name, member) -> {
      List<Group> groups = above(member, known);
      Map<String, String> variables = new HashMap<>();
      groups.forEach(group -> variables.putAll(group.variables));
      variables.putAll(member.variables);
      gathering.add(
          new Host(name, variables.getOrDefault("ansible_host", name), Optional.empty()),
          new Said(
              Optional.ofNullable(variables.get("muster_node")),
              Optional.ofNullable(variables.get("muster_address")),
              Optional.ofNullable(variables.get("muster_role"))),
          labels(groups, variables, rules));
    });
  }

  private static Map<String, String> labels(
      List<Group> groups, Map<String, String> variables, DiscoveryRules rules) {
    Map<String, String> labels = new TreeMap<>();
    for (Group group : groups) {
      if (!group.name.equals(ALL) && !group.name.equals(UNGROUPED)) {
        labels.put("group/" + group.name, "true");
      }
    }
    for (VariableName name : rules.variables()) {
      Optional.ofNullable(variables.get(name.value()))
          .ifPresent(value -> labels.put(name.value(), value));
    }
    return labels;
  }

  /**
   * Every group that the host is in, those first whose variables others win over: by their depth
   * below {@code all}, then by name.
   */
  private List<Group> above(Member member, Map<String, List<Group>> known) {
    Set<String> names = new TreeSet<>(member.groups);
    return known.computeIfAbsent(
        String.join("\n", names),
        any -> {
          Set<String> found = new LinkedHashSet<>();
          names.forEach(name -> collect(name, found));
          found.add(ALL);
          group(ALL);
          Map<String, Integer> depths = new HashMap<>();
          return new ArrayList<>(
              found.stream()
                  .map(this::at)
                  .sorted(
                      Comparator.<Group>comparingInt(group -> depth(group.name, depths, 0))
                          .thenComparing(group -> group.name))
                  .toList());
        });
  }

  private void collect(String name, Set<String> found) {
    List<String> open = new ArrayList<>(List.of(name));
    while (!open.isEmpty()) {
      String next = open.removeLast();
      if (found.add(next)) {
        open.addAll(at(next).parents);
      }
    }
  }

  /** Of {@code all} 0, of every other group one more than that of its deepest parent. */
  private int depth(String name, Map<String, Integer> depths, int below) {
    if (name.equals(ALL)) {
      return 0;
    }
    if (below > DEEPEST) {
      throw new UnusableException(
          "its groups contain each other, or are more than %d deep: '%s'"
              .formatted(DEEPEST, Shortened.to(LONGEST_SHOWN, name)));
    }
    Integer known = depths.get(name);
    if (known != null) {
      return known;
    }
    int depth = 1;
    for (String parent : at(name).parents) {
      depth = Math.max(depth, depth(parent, depths, below + 1) + 1);
    }
    depths.put(name, depth);
    return depth;
  }

  /** A colon within brackets is a range's; more than one outside of them are an address's. */
  private static String withoutPort(String pattern) {
    int colon = pattern.lastIndexOf(':');
    boolean isPort =
        colon > pattern.lastIndexOf(']')
            && colon > 0
            && pattern.substring(colon + 1).matches("\\d{1,5}")
            && (pattern.indexOf('[') >= 0 || pattern.indexOf(':') == colon);
    String host = isPort ? pattern.substring(0, colon) : pattern;
    boolean isAddress = host.matches("\\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*]");
    return isAddress ? host.substring(1, host.length() - 1) : host;
  }
}
