package dev.muster.kubernetes.objects;

import dev.muster.domain.playbook.Selector;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import dev.muster.records.autopilot.StoredObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Which objects of a kind are meant.
 *
 * @param labels what theirs must be
 * @param names what their names must be, or not
 */
record ObjectSelection(Selector labels, List<NameRule> names) {

  private static final Pattern FIELD = Pattern.compile("([^=!]*)(==|=|!=)(.*)");
  private static final String NAME = "metadata.name";

  /** All of them. */
  static final ObjectSelection ALL = new ObjectSelection(new Selector(List.of()), List.of());

  /** What a name must be, or must not be. */
  record NameRule(String name, Sense sense) {
    boolean holds(String other) {
      return name.equals(other) == (sense == Sense.IS);
    }
  }

  /** Which of the two. */
  enum Sense {
    IS,
    IS_NOT
  }

  ObjectSelection {
    names = List.copyOf(names);
  }

  /** Reads both selectors, or ends the request. */
  static ObjectSelection of(Optional<String> labels, Optional<String> fields) {
    try {
      return new ObjectSelection(
          Selector.parse(labels.orElse("")), fields.map(ObjectSelection::names).orElse(List.of()));
    } catch (IllegalArgumentException unreadable) {
      throw new StatusException(
          KubeStatus.badRequest(
              "unable to parse requirement: " + String.valueOf(unreadable.getMessage())));
    }
  }

  private static List<NameRule> names(String text) {
    List<NameRule> rules = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (part.isBlank()) {
        continue;
      }
      Matcher read = FIELD.matcher(part);
      if (!read.matches()) {
        throw new StatusException(
            KubeStatus.badRequest(
                "invalid selector: '%s'; can't understand '%s'".formatted(text, part)));
      }
      if (!read.group(1).equals(NAME)) {
        throw new StatusException(
            KubeStatus.badRequest("field label not supported: " + read.group(1)));
      }
      rules.add(
          new NameRule(
              read.group(3).replaceAll("\\\\(.)", "$1"),
              read.group(2).equals("!=") ? Sense.IS_NOT : Sense.IS));
    }
    return rules;
  }

  /** Whether it is a question of more than names, which never change. */
  boolean asksForLabels() {
    return !labels.requirements().isEmpty();
  }

  boolean has(StoredObject object) {
    return hasName(object.key().name()) && labels.matches(labels(object));
  }

  boolean hasName(String name) {
    return names.stream().allMatch(rule -> rule.holds(name));
  }

  private static Map<String, String> labels(StoredObject object) {
    Map<String, String> labels = new HashMap<>();
    for (Map.Entry<String, JsonNode> label : object.metadata().path("labels").properties()) {
      labels.put(label.getKey(), label.getValue().asString(""));
    }
    return labels;
  }
}
