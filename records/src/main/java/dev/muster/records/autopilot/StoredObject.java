package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.RunId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object as it is kept.
 *
 * @param version grows with every change of any object of the cluster: Kubernetes' resourceVersion
 * @param generation grows with every change of the spec
 * @param metadata what its owners wrote: labels, annotations, managedFields and the like; an object
 * @param run the newest one of a plan
 */
public record StoredObject(
    ObjectKey key,
    UUID uid,
    long version,
    long generation,
    Instant createdAt,
    JsonNode metadata,
    JsonNode spec,
    Optional<JsonNode> status,
    Optional<RunId> run) {

  /** The whole object, as Kubernetes' clients know it. */
  public ObjectNode json() {
    ObjectNode object = WireFormat.JSON.createObjectNode();
    object.put("apiVersion", ObjectKind.GROUP + "/" + ObjectKind.VERSION);
    object.put("kind", key.kind().word());
    ObjectNode head = object.putObject("metadata");
    head.put("name", key.name());
    metadata.properties().forEach(field -> head.set(field.getKey(), field.getValue()));
    head.put("uid", uid.toString());
    head.put("resourceVersion", Long.toString(version));
    head.put("generation", generation);
    head.put("creationTimestamp", createdAt.truncatedTo(ChronoUnit.SECONDS).toString());
    if (!spec.isNull()) {
      object.set("spec", spec);
    }
    status.ifPresent(is -> object.set("status", is));
    return object;
  }
}
