package dev.muster.kubernetes.status;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.schema.FieldProblem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Kubernetes' {@code Status}: what a request that failed is answered with.
 *
 * @param reason by which clients tell failures apart; empty for one of the server's own
 * @param details what it is about; an object, empty if nothing is said
 */
public record KubeStatus(int code, String reason, String message, Optional<ObjectNode> details) {

  /** A cause of a failure, for details. */
  public record Cause(String reason, String message, String field) {}

  /** As JSON. */
  public ObjectNode json() {
    ObjectNode json = WireFormat.JSON.createObjectNode();
    json.put("kind", "Status");
    json.put("apiVersion", "v1");
    json.putObject("metadata");
    json.put("status", "Failure");
    json.put("message", message);
    if (!reason.isEmpty()) {
      json.put("reason", reason);
    }
    details.ifPresent(about -> json.set("details", about));
    json.put("code", code);
    return json;
  }

  /** That something was done. */
  public static ObjectNode success(CustomResource resource, String name, String uid) {
    ObjectNode json = WireFormat.JSON.createObjectNode();
    json.put("kind", "Status");
    json.put("apiVersion", "v1");
    json.putObject("metadata");
    json.put("status", "Success");
    json.set("details", about(name, resource.kind().plural()).put("uid", uid));
    return json;
  }

  /** One that is about nothing in particular. */
  public static KubeStatus plain(int code, String reason, String message) {
    return new KubeStatus(code, reason, message, Optional.empty());
  }

  public static KubeStatus badRequest(String message) {
    return plain(400, "BadRequest", message);
  }

  /** There is no object of that name. */
  public static KubeStatus notFound(CustomResource resource, String name) {
    return about(404, "NotFound", resource, name, named(resource, name) + " not found");
  }

  public static KubeStatus exists(CustomResource resource, String name) {
    return about(409, "AlreadyExists", resource, name, named(resource, name) + " already exists");
  }

  /** Somebody else was faster, or it is another object. */
  public static KubeStatus conflict(CustomResource resource, String name, String why) {
    return about(
        409,
        "Conflict",
        resource,
        name,
        "Operation cannot be fulfilled on %s: %s".formatted(named(resource, name), why));
  }

  /** The version that was sent is not the newest. */
  public static KubeStatus modified(CustomResource resource, String name) {
    return conflict(
        resource,
        name,
        "the object has been modified; please apply your changes to the latest version and try"
            + " again");
  }

  /** A precondition of a deletion does not hold. */
  public static KubeStatus unmet(CustomResource resource, String name, String why) {
    return new KubeStatus(
        409,
        "Conflict",
        "Operation cannot be fulfilled on %s \"%s\": %s".formatted(qualified(resource), name, why),
        Optional.of(about(name, resource.kind().word())));
  }

  public static KubeStatus forbidden(CustomResource resource, String name, String why) {
    return about(403, "Forbidden", resource, name, named(resource, name) + " is forbidden: " + why);
  }

  /** The address is there, but not for this. */
  public static KubeStatus notAllowed(CustomResource resource, String verb) {
    return new KubeStatus(
        405,
        "MethodNotAllowed",
        "%s is not supported on resources of kind \"%s\"".formatted(verb, resource.qualified()),
        Optional.of(about("", resource.kind().plural())));
  }

  /** An object that is wrong. */
  public static KubeStatus invalid(
      CustomResource resource, String name, List<FieldProblem> problems) {
    return invalid(new Subject(ObjectKind.GROUP, resource.kind().word(), name), problems);
  }

  /** Options of a request that are wrong. */
  public static KubeStatus invalidOptions(String kind, List<FieldProblem> problems) {
    return invalid(new Subject("meta.k8s.io", kind, ""), problems);
  }

  /** What is invalid. */
  public record Subject(String group, String kind, String name) {}

  public static KubeStatus invalid(Subject subject, List<FieldProblem> problems) {
    ObjectNode details = WireFormat.JSON.createObjectNode();
    put(details, "name", subject.name());
    put(details, "group", subject.group());
    put(details, "kind", subject.kind());
    details.set(
        "causes",
        causes(
            problems.stream()
                .map(one -> new Cause(one.reason().word(), one.message(), one.field()))
                .toList()));
    List<String> all = problems.stream().map(FieldProblem::toString).distinct().toList();
    String what =
        subject.group().isEmpty() ? subject.kind() : subject.kind() + "." + subject.group();
    String why =
        all.size() == 1 ? all.getFirst() : all.stream().collect(Collectors.joining(", ", "[", "]"));
    return new KubeStatus(
        422,
        "Invalid",
        "%s \"%s\" is invalid: %s".formatted(what, subject.name(), why),
        Optional.of(details));
  }

  /** With causes, and about nothing that has a name. */
  public static KubeStatus caused(int code, String reason, String message, List<Cause> causes) {
    ObjectNode details = WireFormat.JSON.createObjectNode();
    details.set("causes", causes(causes));
    return new KubeStatus(code, reason, message, Optional.of(details));
  }

  private static KubeStatus about(
      int code, String reason, CustomResource resource, String name, String message) {
    return new KubeStatus(
        code, reason, message, Optional.of(about(name, resource.kind().plural())));
  }

  private static ObjectNode about(String name, String kind) {
    ObjectNode details = WireFormat.JSON.createObjectNode();
    put(details, "name", name);
    details.put("group", ObjectKind.GROUP);
    details.put("kind", kind);
    return details;
  }

  private static void put(ObjectNode details, String field, String text) {
    if (!text.isEmpty()) {
      details.put(field, text);
    }
  }

  private static ArrayNode causes(List<Cause> causes) {
    ArrayNode list = WireFormat.JSON.createArrayNode();
    for (Cause cause : causes) {
      ObjectNode one = list.addObject();
      put(one, "reason", cause.reason());
      put(one, "message", cause.message());
      put(one, "field", cause.field());
    }
    return list;
  }

  private static String named(CustomResource resource, String name) {
    return "%s \"%s\"".formatted(resource.qualified(), name);
  }

  private static String qualified(CustomResource resource) {
    return resource.kind().word() + "." + ObjectKind.GROUP;
  }
}
