package dev.muster.kubernetes.fields;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Objects as trees of fields that somebody can own: what differs between two, what one has, how two
 * become one. As Kubernetes' structured merge does it.
 */
final class Structure {

  private Structure() {}

  /** What differs between an object and a later one. */
  record Differences(FieldSet added, FieldSet modified, FieldSet removed) {

    static final Differences NONE = new Differences(FieldSet.NONE, FieldSet.NONE, FieldSet.NONE);

    FieldSet set() {
      return added.and(modified);
    }

    private Differences and(Differences other) {
      return new Differences(
          added.and(other.added), modified.and(other.modified), removed.and(other.removed));
    }
  }

  /** A part of an object, which is not null, and what is known of it. */
  private record Part(Optional<JsonNode> value, Schema schema) {}

  /** Whether two values are the same, however their numbers are kept. */
  static boolean isSame(JsonNode one, JsonNode other) {
    Comparator<JsonNode> numbers =
        (a, b) ->
            a.equals(b)
                ? 0
                : a.isNumber() && b.isNumber() ? a.decimalValue().compareTo(b.decimalValue()) : 1;
    return one.equals(numbers, other);
  }

  static Differences compare(Schema schema, JsonNode before, JsonNode after) {
    return compare(List.of(), new Part(Optional.of(before), schema), Optional.of(after));
  }

  private static Differences compare(List<String> path, Part before, Optional<JsonNode> after) {
    Schema schema = before.schema();
    if (isLeaf(schema, before.value(), after)) {
      return differ(path, before.value(), after);
    }
    Map<String, JsonNode> one = children(schema, before.value());
    Map<String, JsonNode> other = children(schema, after);
    Differences found = Differences.NONE;
    for (String part : both(one, other)) {
      found =
          found.and(
              compare(
                  longer(path, part),
                  new Part(Optional.ofNullable(one.get(part)), child(schema, part)),
                  Optional.ofNullable(other.get(part))));
    }
    return before.value().isPresent() && after.isPresent()
        ? found
        : found.and(differ(path, before.value(), after));
  }

  private static Differences differ(
      List<String> path, Optional<JsonNode> before, Optional<JsonNode> after) {
    FieldSet here = FieldSet.of(path);
    if (before.isEmpty()) {
      return new Differences(here, FieldSet.NONE, FieldSet.NONE);
    }
    if (after.isEmpty()) {
      return new Differences(FieldSet.NONE, FieldSet.NONE, here);
    }
    return isSame(before.get(), after.get())
        ? Differences.NONE
        : new Differences(FieldSet.NONE, here, FieldSet.NONE);
  }

  /** The fields that an object has, without those that only hold others. */
  static FieldSet fields(Schema schema, JsonNode object) {
    return fields(List.of(), schema, object);
  }

  private static FieldSet fields(List<String> path, Schema schema, JsonNode value) {
    if (schema.isAtomic() || !value.isContainer()) {
      return FieldSet.of(path);
    }
    FieldSet found = FieldSet.NONE;
    for (Map.Entry<String, JsonNode> part : children(schema, Optional.of(value)).entrySet()) {
      List<String> at = longer(path, part.getKey());
      JsonNode child = part.getValue();
      found = found.and(fields(at, child(schema, part.getKey()), child));
      boolean emptyMap = child.isObject() && child.isEmpty();
      if (emptyMap || !isNamed(schema, part.getKey())) {
        found = found.and(FieldSet.of(at));
      }
    }
    return found;
  }

  /** The first with all that the second has. */
  static JsonNode merge(Schema schema, JsonNode base, JsonNode over) {
    if (isLeaf(schema, Optional.of(base), Optional.of(over))
        || base.getNodeType() != over.getNodeType()) {
      return over;
    }
    Map<String, JsonNode> one = children(schema, Optional.of(base));
    Map<String, JsonNode> other = children(schema, Optional.of(over));
    Map<String, JsonNode> merged = new LinkedHashMap<>();
    for (String part : both(one, other)) {
      JsonNode left = one.get(part);
      JsonNode right = other.get(part);
      merged.put(
          part,
          right == null ? left : left == null ? right : merge(child(schema, part), left, right));
    }
    return built(schema, merged);
  }

  /** The object without some fields. */
  static JsonNode without(Schema schema, JsonNode object, FieldSet gone) {
    if (gone.isEmpty() || schema.isAtomic() || !object.isContainer()) {
      return object;
    }
    Map<String, JsonNode> left = new LinkedHashMap<>();
    children(schema, Optional.of(object))
        .forEach((part, value) -> {
          if (!gone.has(part)) {
            left.put(part, without(child(schema, part), value, gone.below(part)));
          }
        });
    return built(schema, left);
  }

  /** Two empty containers are one value: whether there is one at all can be owned. */
  private static boolean isLeaf(
      Schema schema, Optional<JsonNode> before, Optional<JsonNode> after) {
    boolean tree =
        (before.isEmpty() || before.get().isContainer())
            && (after.isEmpty() || after.get().isContainer());
    boolean empty =
        before.map(JsonNode::isEmpty).orElse(true) && after.map(JsonNode::isEmpty).orElse(true);
    return schema.isAtomic() || !tree || empty;
  }

  private static boolean isNamed(Schema schema, String part) {
    return part.startsWith("f:") && schema.names(part.substring(2));
  }

  private static Schema child(Schema schema, String part) {
    return part.startsWith("f:")
        ? schema.field(part.substring(2)).orElse(Schema.UNKNOWN)
        : schema.items();
  }

  private static Set<String> both(Map<String, JsonNode> one, Map<String, JsonNode> other) {
    Set<String> parts = new LinkedHashSet<>(one.keySet());
    parts.addAll(other.keySet());
    return parts;
  }

  private static List<String> longer(List<String> path, String part) {
    List<String> longer = new ArrayList<>(path);
    longer.add(part);
    return longer;
  }

  private static Map<String, JsonNode> children(Schema schema, Optional<JsonNode> value) {
    Map<String, JsonNode> children = new LinkedHashMap<>();
    value
        .filter(JsonNode::isObject)
        .ifPresent(object ->
            object
                .properties()
                .forEach(field -> children.put(FieldSet.named(field.getKey()), field.getValue())));
    value
        .filter(JsonNode::isArray)
        .ifPresent(list -> list.forEach(item -> children.put(part(schema, item), item)));
    return children;
  }

  private static String part(Schema schema, JsonNode item) {
    if (schema.listType().equals("set")) {
      return "v:" + item;
    }
    Map<String, JsonNode> keys = new TreeMap<>();
    schema.listKeys().forEach(key -> keys.put(key, item.path(key)));
    ObjectNode shown = WireFormat.JSON.createObjectNode();
    keys.forEach(shown::set);
    return "k:" + shown;
  }

  private static JsonNode built(Schema schema, Map<String, JsonNode> children) {
    if (schema.type().equals("array")) {
      ArrayNode list = WireFormat.JSON.createArrayNode();
      children.values().forEach(list::add);
      return list;
    }
    ObjectNode object = WireFormat.JSON.createObjectNode();
    children.forEach((part, value) -> object.set(part.substring(2), value));
    return object;
  }
}
