package dev.muster.kubernetes.objects;

import dev.muster.domain.playbook.Finding;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.schema.FieldProblem;
import dev.muster.kubernetes.schema.MetadataRules;
import dev.muster.kubernetes.schema.SchemaRules;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What must be so of an object before it is written: Kubernetes' rules first, then Muster's. */
final class ObjectRules {

  private static final String METADATA = "metadata";

  private ObjectRules() {}

  /** Ends the request if the object does not fit its definition. */
  static void require(CustomResource resource, ObjectNode object) {
    SentObject.requireKind(resource, object);
    List<FieldProblem> problems = new ArrayList<>(MetadataRules.check(object));
    ObjectNode written = object.deepCopy();
    written.remove("status");
    problems.addAll(SchemaRules.check(resource.object(), written));
    if (!problems.isEmpty()) {
      throw new StatusException(
          KubeStatus.invalid(resource, object.path(METADATA).path("name").asString(""), problems));
    }
  }

  /** What Muster does not admit. */
  static KubeStatus refused(CustomResource resource, String name, List<Finding> findings) {
    return KubeStatus.invalid(
        resource,
        name,
        findings.stream()
            .map(finding ->
                new FieldProblem(
                    field(finding.path()), FieldProblem.Reason.INVALID, finding.message()))
            .toList());
  }

  /** A JSON pointer as Kubernetes writes places. */
  static String field(String pointer) {
    if (pointer.isEmpty()) {
      return "spec";
    }
    StringBuilder field = new StringBuilder();
    for (String part : pointer.substring(1).split("/", -1)) {
      String name = part.replace("~1", "/").replace("~0", "~");
      if (name.matches("\\d+") || name.contains("/") || name.contains(".")) {
        field.append('[').append(name).append(']');
      } else {
        field.append(field.isEmpty() ? "" : ".").append(name);
      }
    }
    return field.toString();
  }

  /** Ends the request if it names another object than its address. */
  static void requireName(String name, JsonNode object) {
    String sent = object.path(METADATA).path("name").asString("");
    if (!sent.equals(name)) {
      throw new StatusException(
          KubeStatus.badRequest(
              "the name of the object (%s) does not match the name on the URL (%s)"
                  .formatted(sent, name)));
    }
  }

  /** Ends the request if the object was changed since it was read. */
  static void requireVersion(CustomResource resource, ObjectNode live, ObjectNode wanted) {
    String is = live.path(METADATA).path("resourceVersion").asString("");
    String sent = wanted.path(METADATA).path("resourceVersion").asString("");
    if (!sent.isEmpty() && !sent.equals(is)) {
      throw new StatusException(
          KubeStatus.modified(resource, live.path(METADATA).path("name").asString("")));
    }
  }
}
