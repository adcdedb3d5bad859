package dev.muster.activities.fuzz;

import dev.muster.domain.protocol.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes a valid document at a few places, so that most of it is still what the protocol has:
 * other types, other values of the same type, fields that are missing or that nobody knows, lists
 * that are much too long, ids of other nodes.
 */
final class JsonDamage {

  private static final List<String> WORDS =
      List.of(
          "null",
          "true",
          "-1",
          "0",
          "9223372036854775807",
          "-9223372036854775808",
          "9223372036854775808",
          "1e400",
          "-1e-400",
          "1e99999999",
          "0.1",
          "\"\"",
          "\" \"",
          "\"x\"",
          "\"a\\u0000b\"",
          "\"\\ud800\"",
          "\"\\udc00x\"",
          "[]",
          "{}",
          "[[]]",
          "[null]",
          "{\"\":{\"a\":null}}",
          "{\"\\u0000\":\"\\u0000\"}",
          "{\"a\":{\"\\ud800\":1}}",
          "\"+999999999-12-31T23:59:59.999999999Z\"",
          "\"-999999999-01-01T00:00:00Z\"",
          "\"+294277-01-01T00:00:00Z\"",
          "\"-4714-01-01T00:00:00Z\"",
          "\"2126-01-01T00:00:00Z\"",
          "\"1969-12-31T23:59:59.999999999Z\"",
          "\"2026-02-30T00:00:00Z\"",
          "\"PT1H\"",
          "\"NEW\"",
          "\"RUNNING\"",
          "\"SUSPENDED\"",
          "\"DONE\"",
          "\"FAILED\"",
          "\"CANCELLED\"",
          "\"LOST\"",
          "\"PENDING_APPROVE\"",
          "\"VANISHED\"",
          "\"accepted\"",
          "\"refused\"",
          "\"conflict\"",
          "\"good\"",
          "\"core\"",
          "\"00000000-0000-0000-0000-000000000000\"",
          "\"" + "x".repeat(3_000) + "\"",
          "\"" + "é€😀".repeat(40_000) + "\"",
          "7".repeat(1_200),
          "[".repeat(300) + "]".repeat(300),
          "{\"a\":".repeat(450) + "1" + "}".repeat(450),
          "[".repeat(50_000));

  private static final List<String> FIELDS =
      List.of("\"extra\"", "\"\"", "\"\\u0000\"", "\"\\ud83d\"", "\"id\"", "\"state\"");

  private static final List<Integer> COPIES = List.of(1, 1, 2, 60, 60, 1_200);
  private static final int ONE_IN_MANY = 2_500;
  private static final int VERY_MANY = 100_000;

  private final Random random;
  private final List<UUID> othersIds;
  private final List<String> raw = new ArrayList<>();

  /**
   * @param othersIds ids of actions of other nodes
   */
  JsonDamage(Random random, List<UUID> othersIds) {
    this.random = random;
    this.othersIds = othersIds;
  }

  /** The text of the document after one to three changes. */
  String damaged(String document) {
    raw.clear();
    JsonNode root = WireFormat.JSON.createArrayNode().add(WireFormat.JSON.readTree(document));
    for (int i = random.nextInt(3); i >= 0; i--) {
      change(places(root));
    }
    String text = WireFormat.JSON.writeValueAsString(root);
    for (int i = 0; i < raw.size(); i++) {
      text = text.replace("\"@@%d@@\"".formatted(i), raw.get(i));
    }
    return text.substring(1, text.length() - 1);
  }

  /** Where a value stands: a field of an object, or an item of a list. */
  private record Place(JsonNode parent, String field, int index, int depth) {

    JsonNode value() {
      return parent instanceof ObjectNode ? parent.path(field) : parent.path(index);
    }
  }

  private List<Place> places(JsonNode root) {
    List<Place> all = new ArrayList<>();
    collect(root, 0, all);
    // What stands high is rare in a long document, and means most.
    int least = all.stream().mapToInt(Place::depth).min().orElse(0);
    int deepest = random.nextBoolean() ? Integer.MAX_VALUE : least + 1 + random.nextInt(3);
    return all.stream().filter(place -> place.depth() <= deepest).toList();
  }

  private static void collect(JsonNode node, int depth, List<Place> places) {
    if (node instanceof ObjectNode object) {
      for (String field : object.propertyNames()) {
        places.add(new Place(node, field, -1, depth));
        collect(object.path(field), depth + 1, places);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < Math.min(array.size(), 50); i++) {
        places.add(new Place(node, "", i, depth));
        collect(array.path(i), depth + 1, places);
      }
    }
  }

  private void change(List<Place> places) {
    if (places.isEmpty()) {
      return;
    }
    Place place = places.get(random.nextInt(places.size()));
    switch (random.nextInt(8)) {
      case 0 -> remove(place);
      case 1 -> addUnknown(place);
      case 2 -> multiply(place);
      case 3 -> put(place, "\"%s\"".formatted(foreignId()));
      case 4 -> swap(place, places.get(random.nextInt(places.size())));
      default -> put(place, WORDS.get(random.nextInt(WORDS.size())));
    }
  }

  private void put(Place place, String text) {
    raw.add(text);
    set(place, WireFormat.JSON.getNodeFactory().stringNode("@@%d@@".formatted(raw.size() - 1)));
  }

  private static void set(Place place, JsonNode value) {
    if (place.parent() instanceof ObjectNode object) {
      object.set(place.field(), value);
    } else if (place.parent() instanceof ArrayNode array && place.index() < array.size()) {
      array.set(place.index(), value);
    }
  }

  private static void remove(Place place) {
    if (place.parent() instanceof ObjectNode object) {
      object.remove(place.field());
    } else if (place.parent() instanceof ArrayNode array && array.size() > 1) {
      array.remove(place.index());
    }
  }

  private void addUnknown(Place place) {
    if (place.value() instanceof ObjectNode object) {
      raw.add(FIELDS.get(random.nextInt(FIELDS.size())));
      object.put("@@%d@@".formatted(raw.size() - 1), random.nextInt());
    } else {
      put(place, WORDS.get(random.nextInt(WORDS.size())));
    }
  }

  /** More items like one of a list: with its id, or each with one of its own. */
  private void multiply(Place place) {
    if (!(place.value() instanceof ArrayNode array) || array.isEmpty()) {
      put(place, WORDS.get(random.nextInt(WORDS.size())));
      return;
    }
    JsonNode like = array.path(random.nextInt(array.size()));
    boolean sameId = random.nextInt(4) == 0;
    int copies =
        random.nextInt(ONE_IN_MANY) == 0 ? VERY_MANY : COPIES.get(random.nextInt(COPIES.size()));
    int first = random.nextInt();
    IntStream.range(0, copies).forEach(i -> array.add(sameId ? like : withId(like, first, i)));
  }

  private static JsonNode withId(JsonNode like, int first, int i) {
    if (like instanceof ObjectNode object && object.has("id")) {
      ObjectNode copy = WireFormat.JSON.createObjectNode();
      object.properties().forEach(one -> copy.set(one.getKey(), one.getValue()));
      return copy.put("id", new UUID(first, i).toString());
    }
    return like;
  }

  private static void swap(Place one, Place other) {
    JsonNode kept = one.value().deepCopy();
    set(one, other.value().deepCopy());
    set(other, kept);
  }

  private UUID foreignId() {
    return othersIds.isEmpty()
        ? new UUID(random.nextLong(), random.nextLong())
        : othersIds.get(random.nextInt(othersIds.size()));
  }
}
