package dev.muster.kubernetes.objects;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.fields.FieldOwnership;
import dev.muster.kubernetes.fields.FieldOwnership.Applied;
import dev.muster.kubernetes.fields.FieldOwnership.Conflict;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.schema.FieldProblem;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * From an object as it is and what was sent to the object as it is wanted, with who owns what. Ends
 * the request if it cannot be. For one request.
 */
final class WantedObject {

  private static final String METADATA = "metadata";
  private static final String STATUS = "status";

  /** What the server gives, and takes from nobody. */
  private static final List<String> SERVERS =
      List.of(
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "namespace",
          "selfLink");

  private final CustomResource resource;
  private final SentOptions options;
  private final FieldOwnership ownership;

  WantedObject(CustomResource resource, SentOptions options, Instant now) {
    this.resource = resource;
    this.options = options;
    this.ownership = new FieldOwnership(resource.object(), now);
  }

  /** An object that is to be created. */
  ObjectNode created(ObjectNode sent) {
    ObjectNode bare = sent.deepCopy();
    bare.remove(STATUS);
    metadata(bare).remove(SERVERS);
    ObjectNode wanted = ownership.updated(nothing(bare), bare, options.manager());
    ObjectRules.require(resource, wanted);
    return wanted;
  }

  /** One that is put in the place of another. */
  ObjectNode replaced(ObjectNode live, ObjectNode sent) {
    String version = sent.path(METADATA).path("resourceVersion").asString("");
    String name = live.path(METADATA).path("name").asString("");
    if (version.isEmpty() || version.equals("0")) {
      throw new StatusException(
          KubeStatus.invalid(
              new KubeStatus.Subject(
                  dev.muster.domain.autopilot.ObjectKind.GROUP, resource.kind().plural(), name),
              List.of(
                  FieldProblem.invalid(
                      "metadata.resourceVersion", "0", "must be specified for an update"))));
    }
    String uid = sent.path(METADATA).path("uid").asString("");
    String is = live.path(METADATA).path("uid").asString("");
    if (!uid.isEmpty() && !uid.equals(is)) {
      throw new StatusException(
          KubeStatus.conflict(
              resource,
              name,
              "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                  .formatted(uid, is)));
    }
    return changed(live, sent);
  }

  /** One that was changed by a patch. */
  ObjectNode patched(ObjectNode live, ObjectNode patched) {
    ObjectRules.requireName(live.path(METADATA).path("name").asString(""), patched);
    requireSame(live, patched);
    return changed(live, patched);
  }

  private void requireSame(ObjectNode live, ObjectNode wanted) {
    String uid = wanted.path(METADATA).path("uid").asString("");
    if (!uid.equals(live.path(METADATA).path("uid").asString(""))) {
      FieldProblem problem =
          FieldProblem.invalid("metadata.uid", "\"" + uid + "\"", "field is immutable");
      throw new StatusException(
          KubeStatus.invalid(
              resource,
              live.path(METADATA).path("name").asString(""),
              // Kubernetes' server finds it twice.
              List.of(problem, problem)));
    }
  }

  private ObjectNode changed(ObjectNode live, ObjectNode sent) {
    ObjectRules.requireVersion(resource, live, sent);
    ObjectNode wanted = ownership.updated(live, grounded(live, sent), options.manager());
    ObjectRules.require(resource, wanted);
    return FieldOwnership.differInTimesAlone(live, wanted) ? live : wanted;
  }

  /** One to which somebody applied theirs. */
  ObjectNode applied(ObjectNode live, ObjectNode config) {
    ObjectRules.requireVersion(resource, live, config);
    ObjectNode merged = merged(live, config);
    ObjectRules.requireName(live.path(METADATA).path("name").asString(""), merged);
    requireSame(live, merged);
    ObjectNode wanted = grounded(live, merged);
    ObjectRules.require(resource, wanted);
    return FieldOwnership.differInTimesAlone(live, wanted) ? live : wanted;
  }

  /** One that is made by applying it. */
  ObjectNode appliedAnew(ObjectNode config) {
    String uid = config.path(METADATA).path("uid").asString("");
    String name = config.path(METADATA).path("name").asString("");
    if (!uid.isEmpty()) {
      throw new StatusException(
          KubeStatus.conflict(
              resource,
              name,
              "uid mismatch: the provided object specified uid %s, and no existing object was found"
                  .formatted(uid)));
    }
    ObjectNode wanted = merged(nothing(config), config);
    wanted.remove(STATUS);
    metadata(wanted).remove(SERVERS);
    ObjectRules.require(resource, wanted);
    return wanted;
  }

  private ObjectNode merged(ObjectNode live, ObjectNode config) {
    return switch (ownership.apply(live, config, options.manager(), options.force())) {
      case Applied.Merged(ObjectNode object) -> SentObject.full(resource, object);
      case Applied.Conflicts(List<Conflict> conflicts) ->
          throw new StatusException(ApplyConflicts.status(conflicts));
    };
  }

  /** Nothing but what kind of object it is. */
  private static ObjectNode nothing(ObjectNode object) {
    ObjectNode nothing = WireFormat.JSON.createObjectNode();
    nothing.set("apiVersion", object.path("apiVersion"));
    nothing.set("kind", object.path("kind"));
    nothing.putObject(METADATA).set("name", object.path(METADATA).path("name"));
    return nothing;
  }

  /** With what is the server's, and the status, as they are. */
  private static ObjectNode grounded(ObjectNode live, ObjectNode sent) {
    ObjectNode grounded = sent.deepCopy();
    for (String field : SERVERS) {
      JsonNode is = live.path(METADATA).path(field);
      if (is.isMissingNode()) {
        metadata(grounded).remove(field);
      } else {
        metadata(grounded).set(field, is);
      }
    }
    grounded.remove(STATUS);
    if (live.has(STATUS)) {
      grounded.set(STATUS, live.get(STATUS));
    }
    return grounded;
  }

  private static ObjectNode metadata(ObjectNode object) {
    return object.withObject(METADATA);
  }
}
