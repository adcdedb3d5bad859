package dev.muster.kubernetes.discovery;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.schema.CustomResource;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The kinds as documents of OpenAPI, as far as clients of Kubernetes read them: {@code kubectl
 * explain} the schemas, {@code kubectl apply} whether fields are checked here.
 */
final class KubeOpenApi {

  private static final String PREFIX = "io.k0sproject.autopilot.v1beta2.";
  private static final String GROUP_VERSION_KIND = "x-kubernetes-group-version-kind";
  private static final String METADATA = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
  private static final String PATH = "/apis/" + CustomResource.API_VERSION;
  private static final List<String> WRITES = List.of("dryRun", "fieldManager", "fieldValidation");
  private static final List<String> LISTS =
      List.of(
          "allowWatchBookmarks",
          "continue",
          "fieldSelector",
          "labelSelector",
          "limit",
          "resourceVersion",
          "resourceVersionMatch",
          "sendInitialEvents",
          "timeoutSeconds",
          "watch");

  private static final ObjectNode DOCUMENT = make();

  private KubeOpenApi() {}

  /** Which documents there are. */
  static ObjectNode index(String root) {
    CRC32C hash = new CRC32C();
    hash.update(ServedKinds.bytes(DOCUMENT));
    ObjectNode json = object();
    json.putObject("paths")
        .putObject(PATH.substring(1))
        .put(
            "serverRelativeURL",
            "%s/openapi/v3%s?hash=%08X".formatted(root, PATH, hash.getValue()));
    return json;
  }

  static ObjectNode document() {
    return DOCUMENT;
  }

  /** In the older shape, which fewer clients read. */
  static ObjectNode oldDocument() {
    ObjectNode json = object().put("swagger", "2.0");
    json.set("info", info());
    json.putObject("paths");
    String schemas = DOCUMENT.path("components").path("schemas").toString();
    json.set(
        "definitions",
        WireFormat.JSON.readTree(schemas.replace("#/components/schemas/", "#/definitions/")));
    return json;
  }

  private static ObjectNode info() {
    return object().put("title", "Kubernetes CRD Swagger").put("version", "v0.1.0");
  }

  private static ObjectNode make() {
    ObjectNode json = object().put("openapi", "3.0.0");
    json.set("info", info());
    ObjectNode paths = json.putObject("paths");
    ObjectNode schemas = json.putObject("components").putObject("schemas");
    schemas.set(METADATA, CustomResource.metadata().json());
    for (ObjectKind kind : ObjectKind.values()) {
      CustomResource resource = CustomResource.of(kind);
      schemas.set(PREFIX + kind.word(), schema(resource));
      schemas.set(PREFIX + kind.word() + "List", list(resource));
      paths.set(PATH + "/" + kind.plural(), collection(resource));
      paths.set(PATH + "/" + kind.plural() + "/{name}", one(resource));
    }
    return json;
  }

  private static ObjectNode schema(CustomResource resource) {
    ObjectNode schema = (ObjectNode) resource.object().json().deepCopy();
    ObjectNode metadata = schema.withObject("properties").putObject("metadata");
    metadata.put("description", "What every object has.");
    metadata.putArray("allOf").addObject().put("$ref", "#/components/schemas/" + METADATA);
    schema.putArray(GROUP_VERSION_KIND).add(ServedKinds.kind(resource));
    return schema;
  }

  private static ObjectNode list(CustomResource resource) {
    ObjectNode schema = object().put("type", "object");
    schema.putArray("required").add("items");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("apiVersion").put("type", "string");
    ObjectNode items = properties.putObject("items").put("type", "array");
    items.set("items", reference(resource));
    properties.putObject("kind").put("type", "string");
    properties.putObject("metadata").put("type", "object");
    schema
        .putArray(GROUP_VERSION_KIND)
        .add(ServedKinds.kind(resource).put("kind", resource.kind().word() + "List"));
    return schema;
  }

  private static ObjectNode reference(CustomResource resource) {
    return object().put("$ref", "#/components/schemas/" + PREFIX + resource.kind().word());
  }

  private static ObjectNode collection(CustomResource resource) {
    ObjectNode path = object();
    path.set("get", operation(resource, "list", LISTS));
    if (resource.kind() != ObjectKind.CONTROL_NODE) {
      path.set("post", operation(resource, "post", WRITES));
      path.set("delete", operation(resource, "deletecollection", LISTS));
    }
    return path;
  }

  private static ObjectNode one(CustomResource resource) {
    ObjectNode path = object();
    path.set("get", operation(resource, "get", List.of("resourceVersion")));
    if (resource.kind() != ObjectKind.CONTROL_NODE) {
      path.set("put", operation(resource, "put", WRITES));
      path.set(
          "patch",
          operation(
              resource, "patch", List.of("dryRun", "fieldManager", "fieldValidation", "force")));
      path.set("delete", operation(resource, "delete", List.of("dryRun", "propagationPolicy")));
    }
    path.putArray("parameters")
        .addObject()
        .put("name", "name")
        .put("in", "path")
        .put("required", true)
        .putObject("schema")
        .put("type", "string");
    return path;
  }

  private static ObjectNode operation(
      CustomResource resource, String action, List<String> parameters) {
    ObjectNode operation = object();
    operation.put(
        "operationId",
        "%sAutopilotK0sprojectIoV1beta2%s"
            .formatted(action.toLowerCase(Locale.ROOT), resource.kind().word()));
    for (String name : parameters) {
      operation
          .withArray("parameters")
          .addObject()
          .put("name", name)
          .put("in", "query")
          .putObject("schema")
          .put("type", "string");
    }
    JsonNode schema = object().set("schema", reference(resource));
    ObjectNode answer = operation.putObject("responses").putObject("200");
    answer.put("description", "OK");
    answer.putObject("content").set("application/json", schema);
    operation.put("x-kubernetes-action", action);
    operation.set(GROUP_VERSION_KIND, ServedKinds.kind(resource));
    return operation;
  }

  private static ObjectNode object() {
    return WireFormat.JSON.createObjectNode();
  }
}
