package dev.muster.workflows.signals;

import dev.muster.domain.playbook.Finding;
import dev.muster.domain.request.StrictJson;
import dev.muster.domain.request.Unfit;
import dev.muster.domain.shown.Shortened;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Binds the fields of what a person typed, as strictly as the REST API does. Three things do not
 * matter to a person, so they do not matter here: spaces around a text, a text with nothing in it,
 * and capitals in one of a few words.
 */
final class MessageFields {

  private static final int SHOWN = 60;

  private static final JsonMapper MAPPER =
      StrictJson.MAPPER.rebuild().enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS).build();

  private MessageFields() {}

  /**
   * @param expected said of a mistake that does not say itself what would be right
   */
  static <T> ParsedMessage<T> bind(ObjectNode typed, String expected, Class<T> type) {
    ObjectNode fields = cleaned(typed);
    try {
      return new ParsedMessage.Understood<>(MAPPER.treeToValue(fields, type));
    } catch (JacksonException e) {
      String mistake = mistake(Unfit.finding("", e), fields);
      return new ParsedMessage.NotUnderstood<>(
          mistake.contains("(expected:") ? mistake : mistake + expected);
    }
  }

  private static ObjectNode cleaned(ObjectNode typed) {
    ObjectNode cleaned = StrictJson.MAPPER.createObjectNode();
    for (Map.Entry<String, JsonNode> field : typed.properties()) {
      JsonNode value = field.getValue();
      if (!value.isString()) {
        cleaned.set(field.getKey(), value);
      } else if (!value.asString().isBlank()) {
        cleaned.put(field.getKey(), value.asString().strip());
      }
    }
    return cleaned;
  }

  /** A person may have typed a million characters. */
  private static String mistake(Finding finding, ObjectNode fields) {
    JsonNode value = fields.at(finding.path());
    String text = value.isString() ? value.asString() : value.toString();
    String message =
        text.isEmpty()
            ? finding.message()
            : finding.message().replace(text, Shortened.to(SHOWN, text));
    String field = finding.path().replaceFirst("^/(%s/)?".formatted(WorkflowMessage.REST), "");
    return field.isEmpty() || message.startsWith(field + ": ")
        ? message
        : Shortened.to(SHOWN, field) + ": " + message;
  }
}
