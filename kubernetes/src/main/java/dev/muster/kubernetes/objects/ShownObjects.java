package dev.muster.kubernetes.objects;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.http.Representation;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.tables.TableRows;
import dev.muster.kubernetes.tables.TableRows.Head;
import dev.muster.kubernetes.tables.TableRows.Include;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Objects in the form in which a request wants to have them. */
record ShownObjects(
    CustomResource resource, Representation representation, Include include, Clock clock) {

  static ShownObjects of(HttpServletRequest request, CustomResource resource, Clock clock) {
    return new ShownObjects(
        resource,
        Representation.of(request),
        include(request.getParameter("includeObject")),
        clock);
  }

  private static Include include(@org.jspecify.annotations.Nullable String word) {
    return switch (String.valueOf(word)) {
      case "None" -> Include.NOTHING;
      case "Object" -> Include.WHOLE;
      default -> Include.METADATA;
    };
  }

  boolean isWhole() {
    return representation == Representation.WHOLE;
  }

  ObjectNode one(ObjectNode object) {
    return one(object, Head.SHOWN);
  }

  ObjectNode one(ObjectNode object, Head head) {
    return switch (representation) {
      case WHOLE -> object;
      case METADATA -> TableRows.metadata(object);
      case TABLE -> table(List.of(object), version(object), head);
    };
  }

  /** One that is there for its version alone. */
  ObjectNode bookmark(ObjectNode object) {
    return switch (representation) {
      case WHOLE -> object;
      case METADATA -> TableRows.metadata(object);
      case TABLE -> {
        ObjectNode table = table(List.of(), version(object), Head.LEFT_OUT);
        table.set("metadata", object.path("metadata"));
        yield table;
      }
    };
  }

  /** All of them, with the version of the whole. */
  ObjectNode list(List<ObjectNode> objects, long version) {
    String shown = Long.toString(version);
    return switch (representation) {
      case TABLE -> table(objects, shown, Head.SHOWN);
      case WHOLE ->
          list(resource.kind().word() + "List", CustomResource.API_VERSION, objects, shown);
      case METADATA ->
          list(
              "PartialObjectMetadataList",
              "meta.k8s.io/v1",
              objects.stream().map(TableRows::metadata).toList(),
              shown);
    };
  }

  private static ObjectNode list(
      String kind, String apiVersion, List<ObjectNode> objects, String version) {
    ObjectNode list = WireFormat.JSON.createObjectNode();
    list.put("kind", kind);
    list.put("apiVersion", apiVersion);
    ObjectNode metadata = list.putObject("metadata").put("resourceVersion", version);
    if (!kind.startsWith("Partial")) {
      metadata.put("continue", "");
    }
    ArrayNode items = list.putArray("items");
    objects.forEach(items::add);
    return list;
  }

  private ObjectNode table(List<ObjectNode> objects, String version, Head head) {
    return TableRows.table(
        resource, objects, version, new TableRows.Look(include, head, clock.instant()));
  }

  private static String version(ObjectNode object) {
    return object.path("metadata").path("resourceVersion").asString("");
  }
}
