package dev.muster.domain.playbook;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which nodes: Kubernetes' label-selector grammar. {@code role} and {@code platform} can be used
 * like labels; what the node is registered with wins over a label of that name.
 *
 * @param requirements all of them must hold; none means every node
 */
public record Selector(List<Requirement> requirements) {

  /** What can be asked of a label. */
  public enum Operator {
    /** The label has one of the values. */
    IN,
    /** The label has none of the values; also when the node has no such label. */
    NOT_IN,
    /** The node has the label, whatever its value. */
    EXISTS,
    /** The node does not have the label. */
    NOT_EXISTS,
    /** The label is a whole number greater than the value. */
    GREATER,
    /** The label is a whole number less than the value. */
    LESS
  }

  /** One condition. */
  public record Requirement(String key, Operator operator, Set<String> values) {

    boolean matches(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case EXISTS -> value != null;
        case NOT_EXISTS -> value == null;
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case GREATER -> value != null && compare(value) > 0;
        case LESS -> value != null && compare(value) < 0;
      };
    }

    private int compare(String value) {
      try {
        return Long.compare(Long.parseLong(value), Long.parseLong(values.iterator().next()));
      } catch (NumberFormatException e) {
        return 0;
      }
    }

    @Override
    public String toString() {
      String list = values.stream().collect(Collectors.joining(",", "(", ")"));
      return switch (operator) {
        case EXISTS -> key;
        case NOT_EXISTS -> "!" + key;
        case IN -> values.size() == 1 ? key + "=" + only() : key + " in " + list;
        case NOT_IN -> values.size() == 1 ? key + "!=" + only() : key + " notin " + list;
        case GREATER -> key + ">" + only();
        case LESS -> key + "<" + only();
      };
    }

    private String only() {
      return values.iterator().next();
    }
  }

  public Selector {
    requirements = List.copyOf(requirements);
  }

  /**
   * Reads a selector such as {@code role in (broker,proxy),!maintenance}; the empty one matches
   * every node.
   *
   * @throws IllegalArgumentException if it is none; the message says where
   */
  public static Selector parse(String text) {
    return new SelectorParser(text).parse();
  }

  /** Whether a node is one of those that are meant. */
  public boolean matches(PlanContext.Candidate node) {
    return matches(withFields(node));
  }

  /** Whether something with these labels is one of those that are meant. */
  public boolean matches(Map<String, String> labels) {
    return requirements.stream().allMatch(requirement -> requirement.matches(labels));
  }

  @Override
  public String toString() {
    return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
  }

  static Set<String> sorted(List<String> values) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(values));
  }

  private static Map<String, String> withFields(PlanContext.Candidate node) {
    if (node.role().isEmpty() && node.platform().isEmpty()) {
      return node.labels();
    }
    Map<String, String> labels = new HashMap<>(node.labels());
    node.role().ifPresent(role -> labels.put("role", role));
    node.platform().ifPresent(platform -> labels.put("platform", platform));
    return labels;
  }
}
