package dev.muster.kubernetes.schema;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.playbook.DocumentText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A kind of objects as its custom resource definition has it. The definitions are files of this
 * module; a real server of Kubernetes takes them as they are.
 *
 * @param object the schema of the whole object, with what Kubernetes says of metadata
 */
public record CustomResource(
    ObjectKind kind, String singular, List<Column> columns, Schema object) {

  /** The group and version of all of them. */
  public static final String API_VERSION = ObjectKind.GROUP + "/" + ObjectKind.VERSION;

  private static final DocumentText.Rules RULES =
      new DocumentText.Rules("a definition", 1, 100_000, DocumentText.UnknownTags.REFUSED);

  private static final JsonNode METADATA = read("metadata");

  private static final Map<ObjectKind, CustomResource> ALL = new EnumMap<>(ObjectKind.class);

  static {
    for (ObjectKind kind : ObjectKind.values()) {
      ALL.put(kind, load(kind));
    }
  }

  /**
   * A column of tables.
   *
   * @param path where its value is, such as {@code .status.state}
   */
  public record Column(String name, String type, String description, int priority, String path) {}

  public CustomResource {
    columns = List.copyOf(columns);
  }

  public static CustomResource of(ObjectKind kind) {
    return Objects.requireNonNull(ALL.get(kind));
  }

  /** As messages name it: {@code plans.autopilot.k0sproject.io}. */
  public String qualified() {
    return kind.plural() + "." + ObjectKind.GROUP;
  }

  /** What is known of metadata. */
  public static Schema metadata() {
    return new Schema(METADATA);
  }

  private static CustomResource load(ObjectKind kind) {
    JsonNode definition = read(kind.plural()).path("spec");
    JsonNode version = definition.path("versions").get(0);
    ObjectNode schema = (ObjectNode) version.path("schema").path("openAPIV3Schema");
    if (schema.path("properties") instanceof ObjectNode properties) {
      properties.set("metadata", METADATA);
    }
    return new CustomResource(
        kind,
        definition.path("names").path("singular").asString(),
        version.path("additionalPrinterColumns").valueStream().map(CustomResource::column).toList(),
        new Schema(schema));
  }

  private static Column column(JsonNode column) {
    String path = column.path("jsonPath").asString();
    return new Column(
        column.path("name").asString(),
        column.path("type").asString(),
        column
            .path("description")
            .asString("Custom resource definition column (in JSONPath format): " + path),
        column.path("priority").asInt(0),
        path);
  }

  private static JsonNode read(String name) {
    String file = "/kubernetes/" + name + ".yaml";
    try (InputStream stream = CustomResource.class.getResourceAsStream(file)) {
      String text =
          new String(Objects.requireNonNull(stream, file).readAllBytes(), StandardCharsets.UTF_8);
      DocumentText document = DocumentText.read(text, RULES);
      return document
          .root()
          .orElseThrow(() -> new IllegalStateException(file + ": " + document.findings()));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
