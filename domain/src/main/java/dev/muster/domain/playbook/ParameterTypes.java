package dev.muster.domain.playbook;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import tools.jackson.databind.JsonNode;

/** The CEL type of a parameter, as far as its JSON Schema tells, and types in words. */
final class ParameterTypes {

  private ParameterTypes() {}

  /** A type as people name it. */
  static String words(CelType type) {
    return switch (type.kind()) {
      case STRING -> "a text";
      case INT, UINT -> "a whole number";
      case DOUBLE -> "a number";
      case BOOL -> "true or false";
      case LIST -> "a list";
      case MAP, STRUCT -> "a map";
      case NULL_TYPE -> "no value";
      default -> type.name();
    };
  }

  static CelType cel(JsonNode schema) {
    return switch (schema.path("type").asString("")) {
      case "string" -> SimpleType.STRING;
      case "integer" -> SimpleType.INT;
      case "number" -> SimpleType.DOUBLE;
      case "boolean" -> SimpleType.BOOL;
      case "array" -> ListType.create(cel(schema.path("items")));
      case "object" -> MapType.create(SimpleType.STRING, SimpleType.DYN);
      default -> SimpleType.DYN;
    };
  }
}
