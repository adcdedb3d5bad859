package dev.muster.api.autopilot;

import dev.muster.api.problems.ProblemType;
import dev.muster.api.requests.SentDocument;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.playbook.DocumentText;
import dev.muster.domain.playbook.Finding;
import dev.muster.records.autopilot.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A document that was sent to be applied: what it says of labels, annotations and spec is what the
 * object has afterwards.
 */
record ObjectDocument(ObjectKey key, ObjectNode object) {

  private static final DocumentText.Rules RULES =
      new DocumentText.Rules(
          "an object of autopilot.k0sproject.io/v1beta2",
          1,
          100_000,
          DocumentText.UnknownTags.REFUSED);

  /** Reads one, or ends the request with what is wrong with it. */
  static ObjectDocument read(ClusterName cluster, ObjectKind kind, byte[] sent) {
    DocumentText text = DocumentText.read(SentDocument.text(sent), RULES);
    JsonNode root = text.root().orElseThrow(() -> refused(kind, text.findings()));
    if (!(root instanceof ObjectNode object)) {
      throw refused(
          kind,
          List.of(
              new Finding(
                  "",
                  "no map (expected: apiVersion, kind: %s, metadata and spec)"
                      .formatted(kind.word()))));
    }
    String name = object.path("metadata").path("name").asString("");
    try {
      Label.requireSubdomain("name", name);
    } catch (IllegalArgumentException unfit) {
      throw refused(
          kind, List.of(new Finding("/metadata/name", String.valueOf(unfit.getMessage()))));
    }
    return new ObjectDocument(new ObjectKey(cluster, kind, name), object);
  }

  static RuntimeException refused(ObjectKind kind, List<Finding> findings) {
    return SentDocument.refused(
        kind == ObjectKind.PLAN ? ProblemType.BAD_PLAN : ProblemType.BAD_UPDATE_CONFIG, findings);
  }

  /** The document with annotations that stood beside it; they win. */
  ObjectDocument with(Map<String, Optional<String>> annotations) {
    ObjectNode written = object.deepCopy();
    annotations.forEach((name, value) ->
        value.ifPresent(text -> {
          ObjectNode metadata = part(written, "metadata");
          part(metadata, "annotations").put("muster.dev/" + name, text);
        }));
    return new ObjectDocument(key, written);
  }

  private static ObjectNode part(ObjectNode whole, String name) {
    return whole.path(name) instanceof ObjectNode part ? part : whole.putObject(name);
  }

  /** The object as it is, with what the document says of it. */
  ObjectNode over(ObjectNode is) {
    ObjectNode wanted = is.deepCopy();
    object
        .properties()
        .forEach(field -> {
          if (!field.getKey().equals("metadata") && !field.getKey().equals("status")) {
            wanted.set(field.getKey(), field.getValue());
          }
        });
    ObjectNode metadata = part(wanted, "metadata");
    for (String name : List.of("labels", "annotations")) {
      JsonNode said = object.path("metadata").path(name);
      metadata.remove(name);
      if (!said.isMissingNode()) {
        metadata.set(name, said);
      }
    }
    return wanted;
  }
}
