package dev.muster.activities.agent;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.Shortened;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the JSON of the SDK. What is missing or of another shape is a {@link Malformed}. */
final class SdkJson {

  private static final int LONGEST_TEXT = 2_000;

  /** It is JSON, but not what the protocol has at that place. */
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Malformed(String text) {
      super(text);
    }

    /** What is wrong, for people. */
    String text() {
      return String.valueOf(getMessage());
    }
  }

  private SdkJson() {}

  /** The fields of a record in which the generations differ. */
  record Fields(
      String created, String scheduled, String finished, String metadata, JsonNode state) {}

  /** Reads a record. */
  static ActionReport record(
      JsonNode record, Fields fields, Optional<JsonNode> payload, Optional<Failure> error) {
    UUID id = id(record);
    Map<String, String> metadata = texts(record.path(fields.metadata()));
    ActionState state = state(id, fields.state());
    return new ActionReport(
        id,
        kind(id, record),
        object("args", record.path("args")).orElseGet(WireFormat.JSON::createObjectNode),
        metadata,
        time(id, record, fields.created()),
        time(id, record, fields.scheduled()),
        Optional.empty(),
        state.isFinal() ? optionalTime(id, record, fields.finished()) : Optional.empty(),
        state,
        payload,
        error,
        Optional.empty(),
        metadata.containsKey("cluster") ? "core" : "direct",
        Optional.empty(),
        Optional.of(0L));
  }

  static UUID id(JsonNode of) {
    try {
      return UUID.fromString(text(of, "id"));
    } catch (IllegalArgumentException e) {
      throw new Malformed("an action whose 'id' is no UUID");
    }
  }

  /** A text that must be there. */
  static String text(JsonNode of, String name) {
    return optionalText(of, name)
        .orElseThrow(() -> new Malformed("the answer has no '%s'".formatted(name)));
  }

  static Optional<String> optionalText(JsonNode of, String name) {
    return of.path(name).stringValueOpt().map(text -> Shortened.to(LONGEST_TEXT, text));
  }

  /** The simple values of an object as texts, sorted by name. */
  static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new TreeMap<>();
    object
        .properties()
        .forEach(one -> {
          if (one.getValue().isValueNode() && !one.getValue().isNull()) {
            texts.put(one.getKey(), Shortened.to(LONGEST_TEXT, one.getValue().asString()));
          }
        });
    return texts;
  }

  /** A value as an object, under a name if it is something else; empty if there is none. */
  static Optional<JsonNode> object(String name, JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    ObjectNode named = WireFormat.JSON.createObjectNode();
    return Optional.of(value.isObject() ? value : named.set(name, value));
  }

  /** An error, as a body of an answer or within an action; empty if there is none. */
  static Optional<Failure> failure(JsonNode error) {
    if (error.isMissingNode() || error.isNull()) {
      return Optional.empty();
    }
    String message =
        optionalText(error, "error_msg")
            .or(() -> optionalText(error, "error"))
            .or(() -> optionalText(error, "message"))
            .orElseGet(() -> Shortened.to(LONGEST_TEXT, error.toString()));
    List<String> causes = new ArrayList<>();
    for (String list : List.of("error_trail", "layers")) {
      error
          .path(list)
          .valueStream()
          .flatMap(one -> one.stringValueOpt().stream())
          .map(one -> Shortened.to(LONGEST_TEXT, one))
          .forEach(causes::add);
    }
    if (causes.isEmpty()) {
      optionalText(error, "error_cause").ifPresent(causes::add);
    }
    causes.removeIf(message::equals);
    return Optional.of(new Failure(message, List.copyOf(causes)));
  }

  private static String kind(UUID id, JsonNode record) {
    try {
      return new ActionKind(text(record, "kind")).value();
    } catch (IllegalArgumentException e) {
      throw new Malformed("action %s: %s".formatted(id, e.getMessage()));
    }
  }

  private static ActionState state(UUID id, JsonNode state) {
    return switch (state.stringValueOpt().orElse("")) {
      case "NEW" -> ActionState.NEW;
      case "RUNNING" -> ActionState.RUNNING;
      case "DONE" -> ActionState.DONE;
      case "FAILED" -> ActionState.FAILED;
      default ->
          throw new Malformed(
              "action %s is '%s', which is no state of such an agent"
                  .formatted(id, Shortened.to(100, state.asString(""))));
    };
  }

  private static Instant time(UUID id, JsonNode record, String name) {
    return optionalTime(id, record, name)
        .orElseThrow(() -> new Malformed("action %s lacks '%s'".formatted(id, name)));
  }

  private static Optional<Instant> optionalTime(UUID id, JsonNode record, String name) {
    return optionalText(record, name)
        .map(text -> {
          try {
            Instant at = OffsetDateTime.parse(text).toInstant();
            if (SnapshotCheck.isTime(at)) {
              return at;
            }
          } catch (DateTimeException e) {
            // Said below.
          }
          throw new Malformed("action %s: '%s' is no time of an action".formatted(id, name));
        });
  }
}
