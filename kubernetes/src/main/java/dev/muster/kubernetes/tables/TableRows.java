package dev.muster.kubernetes.tables;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.schema.CustomResource.Column;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Objects as rows of a table, which {@code kubectl get} prints as they come. */
public final class TableRows {

  private static final String NAME =
      "Name must be unique within a namespace. Is required when creating resources, although some"
          + " resources may allow a client to request the generation of an appropriate name"
          + " automatically. Name is primarily intended for creation idempotence and configuration"
          + " definition. Cannot be updated. More info:"
          + " https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";

  private static final Column FIRST = new Column("Name", "string", NAME, 0, ".metadata.name");

  /** Where nothing else is said, there is when it was made. */
  private static final List<Column> USUAL =
      List.of(
          new Column(
              "Age",
              "date",
              "CreationTimestamp is a timestamp representing the server time when this object was"
                  + " created. It is not guaranteed to be set in happens-before order across"
                  + " separate operations. Clients may not set this value. It is represented in"
                  + " RFC3339 form and is in UTC.\n\n"
                  + "Populated by the system. Read-only. Null for lists. More info:"
                  + " https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
              0,
              ".metadata.creationTimestamp"));

  private TableRows() {}

  /** What comes with a row. */
  public enum Include {
    NOTHING,
    METADATA,
    WHOLE
  }

  /** Whether a table says what its columns are: the first one of a watch does. */
  public enum Head {
    SHOWN,
    LEFT_OUT
  }

  /** How a table looks, at which time. */
  public record Look(Include include, Head head, Instant now) {}

  /** A table of objects. */
  public static ObjectNode table(
      CustomResource resource, List<ObjectNode> objects, String version, Look look) {
    ObjectNode table = WireFormat.JSON.createObjectNode();
    table.put("kind", "Table");
    table.put("apiVersion", "meta.k8s.io/v1");
    table.putObject("metadata").put("resourceVersion", version);
    if (look.head() == Head.SHOWN) {
      table.set("columnDefinitions", definitions(resource));
    } else {
      table.putNull("columnDefinitions");
    }
    ArrayNode rows = table.putArray("rows");
    for (ObjectNode object : objects) {
      ObjectNode row = rows.addObject();
      row.set("cells", cells(resource, object, look.now()));
      switch (look.include()) {
        case NOTHING -> row.putNull("object");
        case METADATA -> row.set("object", metadata(object));
        case WHOLE -> row.set("object", object);
      }
    }
    return table;
  }

  /** An object's metadata alone. */
  public static ObjectNode metadata(ObjectNode object) {
    ObjectNode partial = WireFormat.JSON.createObjectNode();
    partial.put("kind", "PartialObjectMetadata");
    partial.put("apiVersion", "meta.k8s.io/v1");
    partial.set("metadata", object.path("metadata"));
    return partial;
  }

  private static List<Column> columns(CustomResource resource) {
    return resource.columns().isEmpty() ? USUAL : resource.columns();
  }

  private static ArrayNode definitions(CustomResource resource) {
    ArrayNode definitions = WireFormat.JSON.createArrayNode();
    definitions.add(definition(FIRST).put("format", "name"));
    columns(resource).forEach(column -> definitions.add(definition(column)));
    return definitions;
  }

  private static ObjectNode definition(Column column) {
    return WireFormat.JSON
        .createObjectNode()
        .put("name", column.name())
        .put("type", column.type())
        .put("format", "")
        .put("description", column.description())
        .put("priority", column.priority());
  }

  private static ArrayNode cells(CustomResource resource, ObjectNode object, Instant now) {
    ArrayNode cells = WireFormat.JSON.createArrayNode();
    cells.add(object.path("metadata").path("name").asString(""));
    for (Column column : columns(resource)) {
      JsonNode value = object.at(column.path().replace('.', '/'));
      if (value.isMissingNode() || value.isNull()) {
        cells.addNull();
      } else if (column.type().equals("date")) {
        cells.add(age(value.asString(""), now));
      } else {
        cells.add(value);
      }
    }
    return cells;
  }

  private static String age(String since, Instant now) {
    try {
      return age(Duration.between(Instant.parse(since), now));
    } catch (DateTimeParseException unreadable) {
      return "<invalid>";
    }
  }

  /** A time in two or three figures, as kubectl shows it. */
  static String age(Duration age) {
    long seconds = age.toSeconds();
    long minutes = age.toMinutes();
    long hours = age.toHours();
    long days = age.toDays();
    if (seconds < 120) {
      return seconds < -1 ? "<invalid>" : Math.max(seconds, 0) + "s";
    }
    if (minutes < 180) {
      return minutes < 10 ? two(minutes, "m", seconds % 60, "s") : minutes + "m";
    }
    if (hours < 48) {
      return hours < 8 ? two(hours, "h", minutes % 60, "m") : hours + "h";
    }
    if (days < 365 * 2) {
      return days < 8 ? two(days, "d", hours % 24, "h") : days + "d";
    }
    return days < 365 * 8 ? two(days / 365, "y", days % 365, "d") : days / 365 + "y";
  }

  private static String two(long large, String unit, long small, String smaller) {
    return small == 0 ? large + unit : large + unit + small + smaller;
  }
}
