package dev.muster.kubernetes.fields;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Some fields of an object, as Kubernetes keeps who owns which ({@code FieldsV1}). A field is told
 * by a part such as {@code f:spec}; an item of a list by {@code v:"value"} or {@code
 * k:{"key":"value"}}.
 *
 * @param members the fields here
 * @param children fields below fields here; none is empty
 */
public record FieldSet(SortedSet<String> members, SortedMap<String, FieldSet> children) {

  public static final FieldSet NONE =
      new FieldSet(Collections.emptySortedSet(), Collections.emptySortedMap());

  private static final String SELF = ".";

  public FieldSet {
    members = Collections.unmodifiableSortedSet(members);
    children = Collections.unmodifiableSortedMap(children);
  }

  /** One field, by the parts of its path. */
  static FieldSet of(List<String> path) {
    if (path.isEmpty()) {
      return NONE;
    }
    String first = path.getFirst();
    return path.size() == 1
        ? new FieldSet(new TreeSet<>(List.of(first)), new TreeMap<>())
        : new FieldSet(
            new TreeSet<>(),
            new TreeMap<>(java.util.Map.of(first, of(path.subList(1, path.size())))));
  }

  /** The part that names a field. */
  static String named(String field) {
    return "f:" + field;
  }

  /**
   * Reads FieldsV1.
   *
   * @throws IllegalArgumentException if it is not
   */
  static FieldSet read(JsonNode json) {
    if (!json.isObject()) {
      throw new IllegalArgumentException("fieldsV1: expected an object");
    }
    SortedSet<String> members = new TreeSet<>();
    SortedMap<String, FieldSet> children = new TreeMap<>();
    json.properties()
        .forEach(field -> {
          String part = field.getKey();
          if (part.equals(SELF)) {
            return;
          }
          if (!part.matches("(?s)[fkvi]:.*")) {
            throw new IllegalArgumentException(
                "fieldsV1: '%s' is no part of a path".formatted(part));
          }
          FieldSet below = read(field.getValue());
          if (field.getValue().isEmpty() || field.getValue().has(SELF)) {
            members.add(part);
          }
          if (!below.isEmpty()) {
            children.put(part, below);
          }
        });
    return new FieldSet(members, children);
  }

  /** As FieldsV1. */
  ObjectNode json() {
    ObjectNode json = WireFormat.JSON.createObjectNode();
    SortedSet<String> parts = new TreeSet<>(members);
    parts.addAll(children.keySet());
    for (String part : parts) {
      ObjectNode below = below(part).json();
      ObjectNode shown = json.putObject(part);
      if (members.contains(part) && !below.isEmpty()) {
        shown.putObject(SELF);
      }
      shown.setAll(below);
    }
    return json;
  }

  public boolean isEmpty() {
    return members.isEmpty() && children.isEmpty();
  }

  boolean has(String part) {
    return members.contains(part);
  }

  FieldSet below(String part) {
    return children.getOrDefault(part, NONE);
  }

  FieldSet and(FieldSet other) {
    SortedSet<String> all = new TreeSet<>(members);
    all.addAll(other.members);
    return new FieldSet(all, zipped(other, FieldSet::and));
  }

  FieldSet without(FieldSet other) {
    SortedSet<String> left = new TreeSet<>(members);
    left.removeAll(other.members);
    return new FieldSet(left, zipped(other, FieldSet::without));
  }

  FieldSet shared(FieldSet other) {
    SortedSet<String> both = new TreeSet<>(members);
    both.retainAll(other.members);
    return new FieldSet(both, zipped(other, FieldSet::shared));
  }

  private SortedMap<String, FieldSet> zipped(FieldSet other, BinaryOperator<FieldSet> how) {
    SortedMap<String, FieldSet> zipped = new TreeMap<>();
    SortedSet<String> parts = new TreeSet<>(children.keySet());
    parts.addAll(other.children.keySet());
    for (String part : parts) {
      FieldSet both = how.apply(below(part), other.below(part));
      if (!both.isEmpty()) {
        zipped.put(part, both);
      }
    }
    return zipped;
  }

  /** With each field that the schema names and below which there is one. */
  FieldSet withParents(Schema schema) {
    SortedSet<String> more = new TreeSet<>(members);
    SortedMap<String, FieldSet> deeper = new TreeMap<>();
    children.forEach((part, below) -> {
      String name = part.substring(2);
      if (part.startsWith("f:") && schema.names(name)) {
        more.add(part);
      }
      Schema child =
          part.startsWith("f:") ? schema.field(name).orElse(Schema.UNKNOWN) : schema.items();
      deeper.put(part, below.withParents(child));
    });
    return new FieldSet(more, deeper);
  }

  /** Each field's path, as people read it: {@code .spec.id}. */
  public List<String> paths() {
    List<String> paths = new ArrayList<>();
    SortedSet<String> parts = new TreeSet<>(members);
    parts.addAll(children.keySet());
    for (String part : parts) {
      if (members.contains(part)) {
        paths.add(shown(part));
      }
      below(part).paths().forEach(rest -> paths.add(shown(part) + rest));
    }
    return paths;
  }

  private static String shown(String part) {
    String rest = part.substring(2);
    return switch (part.charAt(0)) {
      case 'f' -> "." + rest;
      case 'v' -> "[=" + rest + "]";
      case 'k' -> "[" + rest.replaceAll("[{}]", "").replaceAll("\"([^\"]*)\":", "$1=") + "]";
      default -> "[" + rest + "]";
    };
  }
}
