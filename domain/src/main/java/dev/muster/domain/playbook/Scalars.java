package dev.muster.domain.playbook;

import dev.muster.domain.shown.Shortened;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Values of YAML's core schema as JSON; what JSON or 64 bits cannot hold is refused. */
final class Scalars {

  private static final int LONGEST_SHOWN = 40;

  private static final ScalarResolver RESOLVER = new CoreSchema().getScalarResolver();
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Scalars() {}

  static JsonNode toJson(ScalarEvent event, DocumentText.UnknownTags unknown) {
    String text = event.getValue();
    String type = type(event);
    try {
      return switch (type) {
        case "null" -> JSON.nullNode();
        case "bool" -> JSON.booleanNode(Boolean.parseBoolean(text));
        case "int" -> CelValues.number(wholeNumber(text));
        case "float" -> number(text);
        // '=' and '<<' have tags of their own in YAML 1.1, and mean nothing as values.
        case "str", "value", "merge" -> JSON.stringNode(text);
        default ->
            switch (unknown) {
              case NULL -> JSON.nullNode();
              case REFUSED ->
                  throw TreeBuilder.unreadable(
                      event, "the tag '%s' is not known (expected: none)".formatted(type));
            };
      };
    } catch (NumberFormatException e) {
      throw TreeBuilder.unreadable(
          event,
          "'%s' is too large, or no number (expected: a number that fits into 64 bits, or quotes"
                  .formatted(Shortened.to(LONGEST_SHOWN, text))
              + " around a text)");
    }
  }

  private static String type(ScalarEvent event) {
    Optional<String> explicit = event.getTag().filter(tag -> !tag.equals("!"));
    String tag =
        explicit.orElseGet(() ->
            event.isPlain() && event.getTag().isEmpty()
                ? RESOLVER.resolve(event.getValue(), true).getValue()
                : Tag.STR.getValue());
    return tag.startsWith(Tag.PREFIX) ? tag.substring(Tag.PREFIX.length()) : tag;
  }

  private static long wholeNumber(String text) {
    if (text.startsWith("0x")) {
      return Long.parseLong(text.substring(2), 16);
    }
    return text.startsWith("0o") ? Long.parseLong(text.substring(2), 8) : Long.parseLong(text);
  }

  private static JsonNode number(String text) {
    double value = Double.parseDouble(text);
    if (!Double.isFinite(value)) {
      throw new NumberFormatException(text);
    }
    return JSON.numberNode(value);
  }
}
