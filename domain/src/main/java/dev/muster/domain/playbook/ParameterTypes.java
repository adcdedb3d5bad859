package dev.muster.domain.playbook;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import tools.jackson.databind.JsonNode;

/** The CEL type of a parameter, as far as its JSON Schema tells. */
final class ParameterTypes {

  private ParameterTypes() {}

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
