package dev.muster.kubernetes.objects;

import dev.muster.kubernetes.http.JsonText;
import dev.muster.kubernetes.objects.SentOptions.Validation;
import dev.muster.kubernetes.patches.JsonPatch;
import dev.muster.kubernetes.patches.MergePatch;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.schema.FieldProblem;
import dev.muster.kubernetes.schema.SchemaRules;
import dev.muster.kubernetes.schema.SortedJson;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A patch that somebody sent.
 *
 * @param json the patch, or what is applied
 */
record SentPatch(Type type, JsonNode json) {

  private static final String METADATA = "metadata";

  /** The kinds of patches that custom resources take. */
  enum Type {
    MERGE("application/merge-patch+json"),
    JSON("application/json-patch+json"),
    APPLY("application/apply-patch+yaml");

    private final String media;

    Type(String media) {
      this.media = media;
    }

    /** Reads the request's, or ends it. */
    static Type of(String contentType) {
      String media = SentObject.type(contentType);
      return List.of(values()).stream()
          .filter(type -> type.media.equals(media))
          .findFirst()
          .orElseThrow(() ->
              new StatusException(
                  KubeStatus.plain(
                      415,
                      "UnsupportedMediaType",
                      "the body of the request was in an unknown format - accepted media types"
                          + " include: application/json-patch+json, application/merge-patch+json,"
                          + " application/apply-patch+yaml")));
    }
  }

  /** Reads it, or ends the request. */
  static SentPatch read(CustomResource resource, String name, Type type, byte[] body) {
    return switch (type) {
      case MERGE -> new SentPatch(type, object(body));
      case JSON -> new SentPatch(type, operations(body));
      case APPLY -> new SentPatch(type, config(resource, name, body));
    };
  }

  private static JsonNode object(byte[] body) {
    JsonNode patch = json(body);
    if (!patch.isObject()) {
      throw undecoded(
          "json: cannot unmarshal %s into Go value of type map[string]interface {}", patch);
    }
    return patch;
  }

  private static JsonNode operations(byte[] body) {
    JsonNode patch = json(body);
    if (!patch.isArray()) {
      throw undecoded(
          "json: cannot unmarshal %s into Go value of type []handlers.jsonPatchOp", patch);
    }
    return patch;
  }

  private static JsonNode json(byte[] body) {
    try {
      return JsonText.read(body).root();
    } catch (JacksonException unreadable) {
      throw new StatusException(
          KubeStatus.badRequest("error decoding patch: " + JsonText.why(unreadable)));
    }
  }

  private static StatusException undecoded(String why, JsonNode patch) {
    String is =
        patch.isArray()
            ? "array"
            : patch.isObject() ? "object" : patch.isString() ? "string" : "number";
    return new StatusException(KubeStatus.badRequest("error decoding patch: " + why.formatted(is)));
  }

  private static ObjectNode config(CustomResource resource, String name, byte[] body) {
    if (!(SentObject.yaml(body) instanceof ObjectNode config)) {
      throw new StatusException(KubeStatus.badRequest("error decoding YAML: expected an object"));
    }
    String version = config.path("apiVersion").asString("");
    String kind = config.path("kind").asString("");
    if (version.isEmpty() || kind.isEmpty()) {
      throw new StatusException(
          KubeStatus.badRequest("invalid object type: /%s, Kind=%s".formatted(version, kind)));
    }
    if (!version.equals(CustomResource.API_VERSION)) {
      throw new StatusException(
          KubeStatus.badRequest(
              "Incorrect version specified in apply patch. Specified patch version: %s, expected: %s"
                  .formatted(version, CustomResource.API_VERSION)));
    }
    if (config.path(METADATA).has("managedFields")) {
      throw new StatusException(KubeStatus.badRequest("metadata.managedFields must be nil"));
    }
    ObjectNode named = config.withObject(METADATA);
    if (!named.hasNonNull("name")) {
      named.put("name", name);
    }
    requireKnown(resource, name, config);
    return config;
  }

  /** What is applied must fit, as it says who owns what. */
  private static void requireKnown(CustomResource resource, String name, ObjectNode config) {
    List<String> problems = TypedConfig.problems(resource.object(), config);
    if (!problems.isEmpty()) {
      String all =
          problems.size() == 1
              ? problems.getFirst()
              : problems.stream().collect(Collectors.joining("\n  ", "errors:\n  ", ""));
      throw new StatusException(
          KubeStatus.plain(
              500,
              "",
              "failed to create typed patch object (/%s; %s, Kind=%s): %s"
                  .formatted(name, CustomResource.API_VERSION, resource.kind().word(), all)));
    }
  }

  /**
   * The object as it is after the patch.
   *
   * @param validation what becomes of fields that are not known
   */
  SentObject patched(CustomResource resource, ObjectNode live, Validation validation) {
    JsonNode patched = type == Type.MERGE ? MergePatch.apply(live, json) : operated(live);
    if (!(patched instanceof ObjectNode object)) {
      throw new StatusException(notApplicable());
    }
    SentObject.misfit(object)
        .ifPresent(why -> {
          throw new StatusException(invalid(object, why));
        });
    SchemaRules.Pruned pruned = SchemaRules.prune(resource.object(), object, "");
    List<String> unknown =
        pruned.unknown().stream().map("unknown field \"%s\""::formatted).toList();
    if (validation == Validation.STRICT && !unknown.isEmpty()) {
      throw new StatusException(
          invalid(object, "strict decoding error: " + String.join(", ", unknown)));
    }
    return new SentObject(
        SentObject.full(resource, pruned.object()),
        validation == Validation.WARN ? unknown : List.of());
  }

  private JsonNode operated(ObjectNode live) {
    try {
      return JsonPatch.apply(live, json);
    } catch (JsonPatch.NotApplicable misfit) {
      throw new StatusException(notApplicable());
    }
  }

  /** In the words of Kubernetes' server, which says no more. */
  private static KubeStatus notApplicable() {
    return new KubeStatus(
        422,
        "Invalid",
        "the server rejected our request due to an error in our request",
        Optional.of(dev.muster.domain.protocol.WireFormat.JSON.createObjectNode()));
  }

  private static KubeStatus invalid(ObjectNode object, String why) {
    String text =
        tools.jackson.databind.node.StringNode.valueOf(SortedJson.of(object).toString()).toString();
    return KubeStatus.invalid(
        new KubeStatus.Subject("", "", ""), List.of(FieldProblem.invalid("patch", text, why)));
  }
}
