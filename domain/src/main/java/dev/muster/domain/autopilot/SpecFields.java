package dev.muster.domain.autopilot;

import dev.muster.domain.playbook.Finding;
import dev.muster.domain.shown.Shortened;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads fields of an object and collects what is wrong with them. {@code null} and an empty text
 * are absent, as typed clients send them.
 */
final class SpecFields {

  private static final int LONGEST_SHOWN = 80;

  private final List<Finding> findings = new ArrayList<>();

  /** A value that may fail to be read. */
  interface Reading<T> {

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it cannot be; the message is for people
     */
    T of(String text);
  }

  List<Finding> findings() {
    return findings;
  }

  void add(String path, String message) {
    findings.add(new Finding(path, message));
  }

  /** The object that is a field; an empty one if it is absent, or none. */
  JsonNode object(JsonNode parent, String field, String path) {
    JsonNode value = parent.path(field);
    boolean isAbsent = value.isMissingNode() || value.isNull();
    if (!isAbsent && !value.isObject()) {
      add(path, "%s: %s (expected: an object)".formatted(field, shown(value)));
    }
    return value.isObject() ? value : JsonNodeFactory.instance.objectNode();
  }

  /** The elements of a field; none if it is absent, or no list. */
  List<JsonNode> list(JsonNode parent, String field, String path) {
    JsonNode value = parent.path(field);
    boolean isAbsent = value.isMissingNode() || value.isNull();
    if (!isAbsent && !value.isArray()) {
      add(path, "%s: %s (expected: a list)".formatted(field, shown(value)));
    }
    List<JsonNode> elements = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(elements::add);
    }
    return elements;
  }

  /** The text of a field, without blanks around it. */
  Optional<String> text(JsonNode parent, String field, String path) {
    JsonNode value = parent.path(field);
    boolean isAbsent = value.isMissingNode() || value.isNull();
    if (!isAbsent && !value.isString()) {
      add(path, "%s: %s (expected: a text; put it in quotes)".formatted(field, shown(value)));
    }
    return value.isString()
        ? Optional.of(value.stringValue().strip()).filter(text -> !text.isEmpty())
        : Optional.empty();
  }

  /** What a text stands for; a finding, and nothing, if it stands for nothing. */
  <T> Optional<T> read(String text, String path, Reading<T> reading) {
    try {
      return Optional.of(reading.of(text));
    } catch (IllegalArgumentException unfit) {
      add(path, String.valueOf(unfit.getMessage()));
      return Optional.empty();
    }
  }

  /** Finds fields that are none of these. */
  void onlyKnown(JsonNode object, String path, List<String> known) {
    object
        .properties()
        .forEach(field -> {
          if (!known.contains(field.getKey())) {
            add(
                path + "/" + pointer(field.getKey()),
                "%s: there is no such field (known here: %s)"
                    .formatted(shown(field.getKey()), String.join(", ", known)));
          }
        });
  }

  static String shown(JsonNode value) {
    return value.isString()
        ? "'%s'".formatted(shown(value.stringValue()))
        : shown(value.toString());
  }

  static String shown(String text) {
    return Shortened.to(LONGEST_SHOWN, text);
  }

  static String pointer(String field) {
    return field.replace("~", "~0").replace("/", "~1");
  }
}
