package dev.muster.agent.external;

import dev.muster.agent.json.BadField;
import dev.muster.agent.json.JsonFields;
import dev.muster.domain.action.Signal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What an executable says about its kind.
 *
 * @param arguments by name; empty if it takes any
 * @param again whether it may be started again after it was killed
 * @param timing how long things may take
 */
record ExternalDescription(
    Optional<Map<String, Argument>> arguments, Set<Signal> signals, Again again, Timing timing) {

  /** The contract of docs/external-kinds.md. */
  static final int PROTOCOL = 1;

  /** Whether a start that nobody knows the end of is repeated. */
  enum Again {
    /** It may do harm. */
    NO,
    /** It goes on where it was, or does what it did once more without harm. */
    YES
  }

  /**
   * How long things may take.
   *
   * @param whole unless the action says
   * @param interval between two checks, unless an answer says
   * @param check one check, or one signal
   * @param grace from CANCEL to the end
   */
  record Timing(Duration whole, Duration interval, Duration check, Duration grace) {}

  /** One argument. */
  record Argument(Type type, boolean required) {}

  /** What an argument may be. */
  enum Type {
    TEXT,
    NUMBER,
    BOOLEAN,
    LIST,
    OBJECT,
    ANY;

    boolean fits(JsonNode node) {
      return switch (this) {
        case TEXT -> node.isString();
        case NUMBER -> node.isNumber();
        case BOOLEAN -> node.isBoolean();
        case LIST -> node.isArray();
        case OBJECT -> node.isObject();
        case ANY -> true;
      };
    }
  }

  /**
   * Reads it.
   *
   * @param kind what it must call itself: every other name is somebody else's
   * @throws BadField if it cannot be used
   */
  static ExternalDescription read(String kind, JsonNode json) {
    return JsonFields.read("describe", json, fields -> of(kind, fields));
  }

  private static ExternalDescription of(String kind, JsonFields fields) {
    int protocol = fields.integer("protocol", 0, Integer.MAX_VALUE).orElse(0);
    if (protocol != PROTOCOL) {
      throw fields.wrong("protocol: %d (expected: %d)".formatted(protocol, PROTOCOL));
    }
    String name = fields.text("kind");
    if (!name.equals(kind)) {
      throw fields.wrong(
          "kind: '%s' is reserved for somebody else (expected: '%s', after the name of the file)"
              .formatted(name, kind));
    }
    fields.optionalText("description");
    return new ExternalDescription(
        fields.has("arguments")
            ? Optional.of(fields.objects("arguments", ExternalDescription::argument))
            : Optional.empty(),
        signals(fields),
        fields.flag("restartable").orElse(false) ? Again.YES : Again.NO,
        new Timing(
            fields.duration("timeout").orElse(Duration.ofHours(1)),
            fields.duration("interval").orElse(Duration.ofSeconds(2)),
            fields.duration("checkTimeout").orElse(Duration.ofSeconds(30)),
            fields.duration("grace").orElse(Duration.ofSeconds(30))));
  }

  private static Argument argument(JsonFields fields) {
    fields.optionalText("description");
    String type = fields.optionalText("type").orElse("any");
    for (Type known : Type.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(type)) {
        return new Argument(known, fields.flag("required").orElse(false));
      }
    }
    throw fields.wrong(
        "type: '%s' (expected: text, number, boolean, list, object or any)".formatted(type));
  }

  private static Set<Signal> signals(JsonFields fields) {
    EnumSet<Signal> signals = EnumSet.noneOf(Signal.class);
    for (String name : fields.optionalTexts("signals").orElse(List.of("CANCEL"))) {
      try {
        signals.add(Signal.valueOf(name));
      } catch (IllegalArgumentException unknown) {
        throw fields.wrong(
            "signals: '%s' (expected: CANCEL, SUSPEND and RESUME, or some of them)"
                .formatted(name));
      }
    }
    return signals;
  }

  /** What is wrong with an action's arguments; empty if nothing is. */
  Optional<String> complaint(JsonNode args) {
    if (arguments.isEmpty()) {
      return Optional.empty();
    }
    for (String name : args.propertyNames()) {
      if (!arguments.get().containsKey(name)) {
        return Optional.of(
            "args: unknown field '%s' (known: %s)"
                .formatted(name, String.join(", ", new TreeSet<>(arguments.get().keySet()))));
      }
    }
    for (Map.Entry<String, Argument> one : arguments.get().entrySet()) {
      Optional<JsonNode> given =
          Optional.ofNullable(args.get(one.getKey())).filter(node -> !node.isNull());
      if (given.isEmpty() && one.getValue().required()) {
        return Optional.of("args.%s: missing".formatted(one.getKey()));
      }
      if (given.filter(node -> !one.getValue().type().fits(node)).isPresent()) {
        return Optional.of(
            "args.%s: is no %s"
                .formatted(one.getKey(), one.getValue().type().name().toLowerCase(Locale.ROOT)));
      }
    }
    return Optional.empty();
  }
}
