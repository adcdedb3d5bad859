package dev.muster.kubernetes.discovery;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.schema.CustomResource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Which groups, versions and kinds there are, in both shapes in which clients ask. */
final class ServedKinds {

  static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private static final String MINOR = "36";
  private static final List<String> READ = List.of("get", "list", "watch");
  private static final List<String> ALL =
      List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
  private static final List<String> STATUS = List.of("get", "patch", "update");

  private ServedKinds() {}

  static byte[] bytes(JsonNode json) {
    return WireFormat.JSON.writeValueAsBytes(json);
  }

  /** The version of Kubernetes whose protocol it is. */
  static ObjectNode version() {
    return object()
        .put("major", "1")
        .put("minor", MINOR)
        .put("gitVersion", "v1.%s.0+muster".formatted(MINOR))
        .put("gitCommit", "")
        .put("gitTreeState", "")
        .put("buildDate", "1970-01-01T00:00:00Z")
        .put("goVersion", "none")
        .put("compiler", "javac")
        .put("platform", "java");
  }

  static ObjectNode coreVersions() {
    ObjectNode json = object().put("kind", "APIVersions");
    json.putArray("versions").add("v1");
    json.putArray("serverAddressByClientCIDRs");
    return json;
  }

  static ObjectNode coreResources() {
    ObjectNode json = object().put("kind", "APIResourceList").put("groupVersion", "v1");
    json.putArray("resources");
    return json;
  }

  static ObjectNode groups() {
    ObjectNode json = object().put("kind", "APIGroupList").put("apiVersion", "v1");
    json.putArray("groups").add(group().without("kind"));
    return json;
  }

  static ObjectNode group() {
    ObjectNode json = object().put("kind", "APIGroup").put("name", ObjectKind.GROUP);
    json.putArray("versions").add(groupVersion());
    json.set("preferredVersion", groupVersion());
    return json;
  }

  private static ObjectNode groupVersion() {
    return object()
        .put("groupVersion", CustomResource.API_VERSION)
        .put("version", ObjectKind.VERSION);
  }

  private static Stream<CustomResource> kinds() {
    return Stream.of(ObjectKind.values())
        .sorted(Comparator.comparing(ObjectKind::plural))
        .map(CustomResource::of);
  }

  static ObjectNode resources() {
    ObjectNode json =
        object()
            .put("kind", "APIResourceList")
            .put("apiVersion", "v1")
            .put("groupVersion", CustomResource.API_VERSION);
    ArrayNode list = json.putArray("resources");
    kinds()
        .forEach(resource -> {
          list.add(
              resource(resource.kind().plural(), resource.singular(), resource, verbs(resource)));
          if (hasStatus(resource)) {
            String name = resource.kind().plural() + "/status";
            list.add(resource(name, "", resource, statusVerbs(resource)));
          }
        });
    return json;
  }

  private static ObjectNode resource(
      String name, String singular, CustomResource resource, List<String> verbs) {
    ObjectNode json =
        object()
            .put("name", name)
            .put("singularName", singular)
            .put("namespaced", false)
            .put("kind", resource.kind().word());
    json.set("verbs", texts(verbs));
    return json;
  }

  /** Everything at once. */
  static ObjectNode all() {
    ObjectNode json = nothing();
    ObjectNode group = json.withArray("items").addObject();
    group.putObject("metadata").put("name", ObjectKind.GROUP);
    ObjectNode version = group.putArray("versions").addObject();
    version.put("version", ObjectKind.VERSION);
    ArrayNode list = version.putArray("resources");
    kinds()
        .forEach(resource -> {
          ObjectNode one = list.addObject().put("resource", resource.kind().plural());
          one.set("responseKind", kind(resource));
          one.put("scope", "Cluster").put("singularResource", resource.singular());
          one.set("verbs", texts(verbs(resource)));
          if (hasStatus(resource)) {
            ObjectNode status = one.putArray("subresources").addObject();
            status.put("subresource", "status");
            status.set("responseKind", kind(resource));
            status.set("verbs", texts(statusVerbs(resource)));
          }
        });
    version.put("freshness", "Current");
    return json;
  }

  static ObjectNode nothing() {
    ObjectNode json =
        object().put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
    json.putObject("metadata");
    json.putArray("items");
    return json;
  }

  static ObjectNode kind(CustomResource resource) {
    return object()
        .put("group", ObjectKind.GROUP)
        .put("version", ObjectKind.VERSION)
        .put("kind", resource.kind().word());
  }

  private static boolean hasStatus(CustomResource resource) {
    return resource.kind() != ObjectKind.UPDATE_CONFIG;
  }

  private static List<String> verbs(CustomResource resource) {
    return resource.kind() == ObjectKind.CONTROL_NODE ? READ : ALL;
  }

  private static List<String> statusVerbs(CustomResource resource) {
    return resource.kind() == ObjectKind.CONTROL_NODE ? List.of("get") : STATUS;
  }

  private static ObjectNode object() {
    return WireFormat.JSON.createObjectNode();
  }

  private static ArrayNode texts(List<String> texts) {
    ArrayNode list = WireFormat.JSON.createArrayNode();
    texts.forEach(list::add);
    return list;
  }
}
