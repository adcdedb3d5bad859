package dev.muster.domain.policy;

import dev.muster.domain.protocol.WireFormat;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Parts of the document that policies write, made where they are missing. */
final class JsonParts {

  private JsonParts() {}

  static ObjectNode child(ObjectNode parent, String name) {
    if (parent.get(name) instanceof ObjectNode there) {
      return there;
    }
    ObjectNode made = WireFormat.JSON.createObjectNode();
    parent.set(name, made);
    return made;
  }

  /** A copy of an object, empty if it is none. */
  static ObjectNode copy(JsonNode json) {
    return json instanceof ObjectNode object
        ? object.deepCopy()
        : WireFormat.JSON.createObjectNode();
  }

  static ArrayNode list(ObjectNode parent, String name) {
    if (parent.get(name) instanceof ArrayNode there) {
      return there;
    }
    ArrayNode made = WireFormat.JSON.createArrayNode();
    parent.set(name, made);
    return made;
  }
}
