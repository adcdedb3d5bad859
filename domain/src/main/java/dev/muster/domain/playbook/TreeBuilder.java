package dev.muster.domain.playbook;

import dev.muster.domain.playbook.DocumentText.UnreadableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds a JSON tree from YAML events. It works on events and with its own stack because a tree of
 * YAML nodes would already have to be limited in depth, and could contain itself.
 */
final class TreeBuilder {

  private static final int MAX_DEPTH = 64;

  private static final String MERGE = "<<";

  private final Map<String, Integer> lines;
  private final DocumentText.Rules rules;
  private final Deque<Frame> open = new ArrayDeque<>();
  private final Map<Anchor, Anchored> anchors = new HashMap<>();
  private final Set<Anchor> unfinished = new HashSet<>();
  private @Nullable JsonNode root;
  private int documents;
  private int values;

  /** What an anchor names, how many values it has, and how deep it is. */
  private record Anchored(JsonNode json, int size, int height) {}

  /** A list or map whose end has not come yet. */
  private static final class Frame {
    final JsonNode container;
    final String pointer;
    final Optional<Anchor> anchor;
    final int valuesBefore;
    final List<JsonNode> merges = new ArrayList<>();
    @Nullable String key;
    int height = 1;

    Frame(JsonNode container, String pointer, Optional<Anchor> anchor, int valuesBefore) {
      this.container = container;
      this.pointer = pointer;
      this.anchor = anchor;
      this.valuesBefore = valuesBefore;
    }
  }

  TreeBuilder(Map<String, Integer> lines, DocumentText.Rules rules) {
    this.lines = lines;
    this.rules = rules;
  }

  Optional<JsonNode> root() {
    return Optional.ofNullable(root).filter(json -> !json.isNull());
  }

  void accept(Event event) {
    switch (event) {
      case DocumentStartEvent start -> startDocument(start);
      case AliasEvent alias -> alias(alias);
      case ScalarEvent scalar -> scalar(scalar);
      case CollectionStartEvent start -> start(start);
      default -> {
        if (event.getEventId() == Event.ID.MappingEnd
            || event.getEventId() == Event.ID.SequenceEnd) {
          end(event);
        }
      }
    }
  }

  private void startDocument(Event event) {
    if (++documents > 1) {
      throw unreadable(
          event, "a second document begins (expected: %s alone)".formatted(rules.what()));
    }
  }

  private void scalar(ScalarEvent event) {
    if (!Names.isStorable(event.getValue())) {
      throw unreadable(event, "a text holds a character that cannot be stored, such as NUL");
    }
    Frame frame = open.peek();
    if (frame != null && frame.container.isObject() && frame.key == null) {
      key(event, frame);
      return;
    }
    JsonNode json = Scalars.toJson(event, rules.tags());
    place(json, event, 0, 1);
    event.getAnchor().ifPresent(anchor -> anchors.put(anchor, new Anchored(json, 1, 0)));
  }

  private void key(ScalarEvent event, Frame frame) {
    String key = event.getValue();
    String pointer = child(frame, key);
    Integer before = lines.putIfAbsent(pointer, lineOf(event));
    if (before != null) {
      throw unreadable(
          event, "'%s' is given twice in the same map, first on line %d".formatted(key, before));
    }
    frame.key = key;
  }

  private void alias(AliasEvent event) {
    Anchor anchor = event.getAlias();
    if (unfinished.contains(anchor)) {
      throw unreadable(event, "'*%s' stands inside of what it names".formatted(anchor.getValue()));
    }
    Anchored named = anchors.get(anchor);
    if (named == null) {
      throw unreadable(
          event,
          "'*%1$s' names nothing (expected: '&%1$s' before it)".formatted(anchor.getValue()));
    }
    requireValueExpected(event, "an alias cannot be a key");
    place(named.json(), event, named.height(), named.size());
  }

  private void start(CollectionStartEvent event) {
    requireValueExpected(event, "a list or map cannot be a key (expected: a text)");
    JsonNode container =
        event instanceof MappingStartEvent
            ? JsonNodeFactory.instance.objectNode()
            : JsonNodeFactory.instance.arrayNode();
    Frame parent = open.peek();
    String pointer = parent == null ? "" : nextPointer(parent);
    lines.putIfAbsent(pointer, lineOf(event));
    open.push(new Frame(container, pointer, event.getAnchor(), values));
    event.getAnchor().ifPresent(unfinished::add);
    if (open.size() > MAX_DEPTH) {
      throw unreadable(event, tooDeep());
    }
  }

  private void end(Event event) {
    Frame frame = open.pop();
    merge(frame, event);
    int size = values - frame.valuesBefore + 1;
    frame.anchor.ifPresent(anchor -> {
      unfinished.remove(anchor);
      anchors.put(anchor, new Anchored(frame.container, size, frame.height));
    });
    place(frame.container, event, frame.height, 1);
  }

  /** Puts a value where the document is; {@code size} is what it adds to the number of values. */
  private void place(JsonNode json, Event event, int height, int size) {
    values += size;
    if (values > rules.values()) {
      throw unreadable(
          event,
          "more than %d values, counting what aliases repeat (expected: fewer)"
              .formatted(rules.values()));
    }
    Frame frame = open.peek();
    if (frame == null) {
      root = json;
      return;
    }
    frame.height = Math.max(frame.height, height + 1);
    if (open.size() + height > MAX_DEPTH) {
      throw unreadable(event, tooDeep());
    }
    lines.putIfAbsent(nextPointer(frame), lineOf(event));
    if (frame.container instanceof ArrayNode array) {
      array.add(json);
    } else if (frame.container instanceof ObjectNode object && frame.key != null) {
      if (frame.key.equals(MERGE)) {
        frame.merges.add(json);
      } else {
        object.set(frame.key, json);
      }
      frame.key = null;
    }
  }

  /** {@code <<: *other} puts in the fields of another map that this one does not have itself. */
  private static void merge(Frame frame, Event event) {
    if (frame.container instanceof ObjectNode object) {
      for (JsonNode merged : frame.merges) {
        for (JsonNode map : merged.isArray() ? merged : List.of(merged)) {
          if (!map.isObject()) {
            throw unreadable(event, "'<<' takes a map, or a list of maps");
          }
          map.properties().forEach(f -> object.putIfAbsent(f.getKey(), f.getValue()));
        }
      }
    }
  }

  private void requireValueExpected(Event event, String problem) {
    Frame frame = open.peek();
    if (frame != null && frame.container.isObject() && frame.key == null) {
      throw unreadable(event, problem);
    }
  }

  private static String nextPointer(Frame frame) {
    return child(frame, frame.key != null ? frame.key : String.valueOf(frame.container.size()));
  }

  private static String child(Frame frame, String name) {
    return Pointers.child(frame.pointer, name);
  }

  private static String tooDeep() {
    return "values are nested more than %d deep (expected: less)".formatted(MAX_DEPTH);
  }

  private static int lineOf(Event event) {
    return DocumentText.line(event.getStartMark());
  }

  static UnreadableException unreadable(Event event, String message) {
    return new UnreadableException(lineOf(event), message);
  }
}
