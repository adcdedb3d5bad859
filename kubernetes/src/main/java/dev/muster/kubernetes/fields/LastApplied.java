package dev.muster.kubernetes.fields;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.fields.Structure.Differences;
import dev.muster.kubernetes.schema.Schema;
import dev.muster.kubernetes.schema.SortedJson;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What {@code kubectl apply} wrote beside the object before the server knew of owners. Who goes
 * over to applying at the server has no conflict with themselves.
 */
final class LastApplied {

  private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

  private LastApplied() {}

  /** The fields that were applied so, and are still as they were. */
  static FieldSet untouched(Schema schema, ObjectNode live) {
    String text = text(live);
    if (text.isEmpty()) {
      return FieldSet.NONE;
    }
    JsonNode last;
    try {
      last = WireFormat.JSON.readTree(text);
    } catch (JacksonException unreadable) {
      return FieldSet.NONE;
    }
    if (!last.path("apiVersion").equals(live.path("apiVersion"))) {
      return FieldSet.NONE;
    }
    Differences since = Structure.compare(schema, last, live);
    return Structure.fields(schema, last)
        .without(since.modified())
        .without(since.added())
        .without(since.removed());
  }

  /** Keeps it up to date, if it is there. */
  static void refresh(ObjectNode object, ObjectNode config) {
    if (!text(object).isEmpty()
        && object.path("metadata").path("annotations") instanceof ObjectNode annotations) {
      ObjectNode written = config.deepCopy();
      if (written.path("metadata").path("annotations") instanceof ObjectNode own) {
        own.remove(ANNOTATION);
      }
      annotations.put(ANNOTATION, SortedJson.of(written) + "\n");
    }
  }

  private static String text(ObjectNode object) {
    return object.path("metadata").path("annotations").path(ANNOTATION).asString("");
  }
}
