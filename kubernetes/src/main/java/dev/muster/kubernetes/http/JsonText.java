package dev.muster.kubernetes.http;

import dev.muster.domain.protocol.WireFormat;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON that somebody sent. The last of two fields of one name counts, as at Kubernetes' server, and
 * that there were two is told.
 *
 * @param duplicates paths of fields that were there twice
 */
public record JsonText(JsonNode root, List<String> duplicates) {

  private static final int DEEPEST = 200;
  private static final String END = "unexpected end of JSON input";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  public JsonText {
    duplicates = List.copyOf(duplicates);
  }

  /**
   * Reads it.
   *
   * @throws JacksonException if it is none
   */
  public static JsonText read(byte[] bytes) {
    List<String> duplicates = new ArrayList<>();
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      parser.nextToken();
      JsonNode root = value(parser, "", duplicates, 0);
      if (parser.nextToken() != null) {
        throw new StreamReadException(parser, "invalid character after top-level value");
      }
      return new JsonText(root, duplicates);
    }
  }

  /** Why it is none, in one line. */
  public static String why(JacksonException unreadable) {
    return unreadable instanceof UnexpectedEndOfInputException
        ? END
        : unreadable.getOriginalMessage().replaceAll("\\s+", " ");
  }

  private static JsonNode value(
      JsonParser parser, String path, List<String> duplicates, int depth) {
    if (depth > DEEPEST) {
      throw new StreamReadException(parser, "exceeded max depth");
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      ObjectNode object = WireFormat.JSON.createObjectNode();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        String at = path.isEmpty() ? name : path + "." + name;
        if (object.has(name) && !duplicates.contains(at)) {
          duplicates.add(at);
        }
        parser.nextToken();
        object.set(name, value(parser, at, duplicates, depth + 1));
      }
      return object;
    }
    if (token == JsonToken.START_ARRAY) {
      ArrayNode array = WireFormat.JSON.createArrayNode();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        array.add(value(parser, "%s[%d]".formatted(path, array.size()), duplicates, depth + 1));
      }
      return array;
    }
    if (token == null) {
      throw new StreamReadException(parser, END);
    }
    return MAPPER.readTree(parser);
  }
}
