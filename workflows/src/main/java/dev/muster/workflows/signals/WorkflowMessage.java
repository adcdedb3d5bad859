package dev.muster.workflows.signals;

import dev.muster.domain.request.StrictJson;
import dev.muster.domain.shown.Shortened;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.EncodedValues;
import io.temporal.common.converter.RawValue;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What came with a signal or an update, as it came: one JSON object, or something else. */
public final class WorkflowMessage {

  /** Under which what was typed beside other fields may be arranged; mistakes do not name it. */
  public static final String REST = "rest";

  private static final String ENCODING = "encoding";
  private static final String SEVERAL = "several payloads instead of one";
  private static final int LONGEST_NAME = 100;
  private static final String NOTHING = "binary/null";
  private static final String PLAIN_JSON = "json/plain";

  private final String name;
  private final ParsedMessage<Optional<ObjectNode>> content;

  private WorkflowMessage(String name, ParsedMessage<Optional<ObjectNode>> content) {
    this.name = name;
    this.content = content;
  }

  /**
   * Of a handler that takes one payload and notices a second one.
   *
   * @param name of the signal or update
   */
  public static WorkflowMessage of(
      String name, @Nullable RawValue first, @Nullable RawValue second) {
    if (payload(second).isPresent()) {
      return new WorkflowMessage(name, new ParsedMessage.NotUnderstood<>(SEVERAL));
    }
    return new WorkflowMessage(
        name, payload(first).map(WorkflowMessage::read).orElseGet(WorkflowMessage::nothing));
  }

  /** Of a handler for any name. */
  public static WorkflowMessage of(String name, EncodedValues values) {
    return of(name, at(values, 0), at(values, 1));
  }

  /** Name of the signal or update. */
  public String name() {
    return name;
  }

  /** Who says so, if that much can be told even though something else is wrong. */
  public Optional<String> by() {
    return switch (content) {
      case ParsedMessage.Understood<Optional<ObjectNode>>(Optional<ObjectNode> object) ->
          object
              .map(fields -> fields.path("by"))
              .filter(JsonNode::isString)
              .map(JsonNode::asString)
              .filter(who -> !who.isBlank())
              .map(who -> Shortened.to(LONGEST_NAME, who));
      case ParsedMessage.NotUnderstood<Optional<ObjectNode>> bad -> Optional.empty();
    };
  }

  /**
   * Reads the fields.
   *
   * @param example of what is expected, as JSON
   */
  public <T> ParsedMessage<T> read(String example, Class<T> type) {
    return read(example, type, fields -> fields);
  }

  /**
   * Reads the fields after they were put in another order.
   *
   * @param example of what is expected, as JSON
   * @param arranged makes the object that fits {@code type} of what was typed, which it leaves
   *     alone
   */
  public <T> ParsedMessage<T> read(
      String example, Class<T> type, UnaryOperator<ObjectNode> arranged) {
    String expected = " (expected: %s)".formatted(example);
    return switch (content) {
      case ParsedMessage.NotUnderstood<Optional<ObjectNode>>(String why) ->
          new ParsedMessage.NotUnderstood<>(why + expected);
      case ParsedMessage.Understood<Optional<ObjectNode>>(Optional<ObjectNode> object) ->
          object
              .map(fields -> MessageFields.bind(arranged.apply(fields), expected, type))
              .orElseGet(() -> new ParsedMessage.NotUnderstood<>("nothing was said" + expected));
    };
  }

  /** Reads the fields; nothing at all is as good as an empty object. */
  public <T> ParsedMessage<T> readOrNothing(String example, Class<T> type) {
    return content.equals(nothing())
        ? MessageFields.bind(StrictJson.MAPPER.createObjectNode(), "", type)
        : read(example, type);
  }

  private static ParsedMessage<Optional<ObjectNode>> nothing() {
    return new ParsedMessage.Understood<>(Optional.empty());
  }

  private static ParsedMessage<Optional<ObjectNode>> read(Payload payload) {
    String encoding = encoding(payload);
    if (!encoding.equals(PLAIN_JSON)) {
      return new ParsedMessage.NotUnderstood<>(
          "a payload of the encoding '%s' cannot be read".formatted(encoding));
    }
    try {
      JsonNode json = StrictJson.MAPPER.readTree(payload.getData().toByteArray());
      return json instanceof ObjectNode object
          ? new ParsedMessage.Understood<>(Optional.of(object))
          : new ParsedMessage.NotUnderstood<>(kind(json) + " instead of an object");
    } catch (JacksonException e) {
      return new ParsedMessage.NotUnderstood<>(
          "not JSON: " + e.getOriginalMessage().lines().findFirst().orElse("unreadable"));
    }
  }

  private static String kind(JsonNode json) {
    return switch (json.getNodeType()) {
      case STRING -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> "a truth value";
      case ARRAY -> "a list";
      case NULL -> "null";
      case MISSING, BINARY, POJO, OBJECT -> "nothing";
    };
  }

  private static String encoding(Payload payload) {
    return payload.containsMetadata(ENCODING)
        ? payload.getMetadataOrThrow(ENCODING).toStringUtf8()
        : "";
  }

  private static Optional<Payload> payload(@Nullable RawValue value) {
    return value == null
        ? Optional.empty()
        : Optional.of(value.getPayload()).filter(payload -> !encoding(payload).equals(NOTHING));
  }

  private static @Nullable RawValue at(EncodedValues values, int index) {
    return index < values.getSize() ? values.get(index, RawValue.class) : null;
  }

  /** For people. */
  @Override
  public String toString() {
    return "`%s`%s".formatted(name, by().map(who -> " by " + who).orElse(""));
  }
}
