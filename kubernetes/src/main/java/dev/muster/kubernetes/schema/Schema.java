package dev.muster.kubernetes.schema;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A part of a structural schema, as custom resource definitions have it.
 *
 * @param json an object of OpenAPI v3
 */
public record Schema(JsonNode json) {

  /** What is not in a schema: nothing is known of it. */
  public static final Schema UNKNOWN = new Schema(MissingNode.getInstance());

  private static final String PROPERTIES = "properties";
  private static final String MORE = "additionalProperties";

  /** The type's word, such as {@code object}; empty if it may be anything. */
  public String type() {
    return json.path("type").asString("");
  }

  public boolean isKnown() {
    return json.isObject();
  }

  /** Whether it is owned and replaced as a whole. */
  public boolean isAtomic() {
    return switch (type()) {
      case "object" -> json.path("x-kubernetes-map-type").asString("").equals("atomic");
      case "array" -> !List.of("map", "set").contains(listType());
      default -> true;
    };
  }

  /** Of a list: atomic, set or map. */
  public String listType() {
    return json.path("x-kubernetes-list-type").asString("atomic");
  }

  /** Of a list that is a map: the fields that tell its items apart. */
  public List<String> listKeys() {
    return json.path("x-kubernetes-list-map-keys").valueStream().map(JsonNode::asString).toList();
  }

  /** Whether the field has a name of its own there, and is no key of a map. */
  public boolean names(String field) {
    return json.path(PROPERTIES).has(field);
  }

  /** The schema of a field, or of the values of a map; empty if it may not be there. */
  public Optional<Schema> field(String name) {
    JsonNode own = json.path(PROPERTIES).path(name);
    return Optional.of(own.isMissingNode() ? json.path(MORE) : own)
        .filter(JsonNode::isObject)
        .map(Schema::new);
  }

  /** Whether what it does not name is kept all the same. */
  boolean keepsUnknown() {
    return json.path("x-kubernetes-preserve-unknown-fields").asBoolean(false);
  }

  public Schema items() {
    return new Schema(json.path("items"));
  }

  public List<String> required() {
    return json.path("required").valueStream().map(JsonNode::asString).toList();
  }

  /** The fields that it names, in their order. */
  public List<String> fields() {
    return List.copyOf(json.path(PROPERTIES).propertyNames());
  }

  /** What stands for a value that is not there. */
  public Optional<JsonNode> fallback() {
    return Optional.of(json.path("default")).filter(value -> !value.isMissingNode());
  }

  /** The texts that it may be; none if it may be any. */
  public List<String> words() {
    return json.path("enum").valueStream().map(JsonNode::asString).toList();
  }
}
