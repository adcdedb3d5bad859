package dev.muster.kubernetes.objects;

import dev.muster.api.requests.SentDocument;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.playbook.DocumentText;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.http.JsonText;
import dev.muster.kubernetes.objects.SentOptions.Validation;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.schema.SchemaRules;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object that somebody sent, with what its definition knows, and what stands for what is
 * missing.
 *
 * @param warnings what was left out, for whoever sent it
 */
record SentObject(ObjectNode object, List<String> warnings) {

  private static final String METADATA = "metadata";
  private static final String TAKEN =
      "the body of the request was in an unknown format - accepted media types include: ";
  private static final int SHOWN = 30;

  private static final DocumentText.Rules YAML =
      new DocumentText.Rules("an object", 2, 200_000, DocumentText.UnknownTags.REFUSED);

  SentObject {
    warnings = List.copyOf(warnings);
  }

  /** Reads an object that is to be created or put in the place of another, or ends the request. */
  static SentObject read(
      CustomResource resource, String contentType, byte[] body, Validation validation) {
    JsonText text = text(resource, contentType, body);
    requireKind(resource, text.root(), body);
    return known(resource, text, validation);
  }

  private static JsonText text(CustomResource resource, String contentType, byte[] body) {
    return switch (type(contentType)) {
      case "", "application/json" -> {
        try {
          yield JsonText.read(body);
        } catch (JacksonException unreadable) {
          throw new StatusException(
              KubeStatus.badRequest(
                  unrecognized(
                      resource,
                      "couldn't get version/kind; json parse error: " + JsonText.why(unreadable),
                      body)));
        }
      }
      case "application/yaml" -> new JsonText(yaml(body), List.of());
      default ->
          throw new StatusException(
              KubeStatus.plain(
                  415, "UnsupportedMediaType", TAKEN + "application/json, application/yaml"));
    };
  }

  /** The type without what stands beside it. */
  static String type(String contentType) {
    return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** YAML, of which JSON is a part. */
  static JsonNode yaml(byte[] body) {
    DocumentText document = DocumentText.read(SentDocument.text(body), YAML);
    JsonNode root =
        document
            .root()
            .orElseThrow(() ->
                new StatusException(
                    KubeStatus.badRequest(
                        "error decoding YAML: error converting YAML to JSON: yaml: "
                            + document.findings().getFirst().message())));
    // Numbers as JSON has them.
    return WireFormat.JSON.readTree(root.toString());
  }

  private static String unrecognized(CustomResource resource, String why, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    String head =
        text.isEmpty()
            ? "<empty>"
            : text.length() <= SHOWN ? text : text.substring(0, SHOWN) + " ...";
    return "the object provided is unrecognized (must be of type %s): %s (%s)"
        .formatted(resource.kind().word(), why, head);
  }

  private static void requireKind(CustomResource resource, JsonNode root, byte[] body) {
    if (!root.isObject()) {
      throw new StatusException(
          KubeStatus.badRequest(
              unrecognized(
                  resource,
                  "couldn't get version/kind; json parse error: expected an object",
                  body)));
    }
    if (root.path("kind").asString("").isEmpty()) {
      throw new StatusException(
          KubeStatus.badRequest(
              unrecognized(
                  resource,
                  "Object 'Kind' is missing in '%s'"
                      .formatted(new String(body, StandardCharsets.UTF_8)),
                  body)));
    }
    requireVersion(root);
  }

  private static void requireVersion(JsonNode root) {
    String version = root.path("apiVersion").asString("");
    if (!version.equals(CustomResource.API_VERSION)) {
      throw new StatusException(
          KubeStatus.badRequest(
              "the API version in the data (%s) does not match the expected API version (%s)"
                  .formatted(version, CustomResource.API_VERSION)));
    }
  }

  /** Ends the request if it is of another kind. */
  static void requireKind(CustomResource resource, ObjectNode object) {
    String kind = object.path("kind").asString("");
    if (!kind.equals(resource.kind().word())) {
      throw new StatusException(
          KubeStatus.invalid(
              new KubeStatus.Subject(
                  ObjectKind.GROUP, kind, object.path(METADATA).path("name").asString("")),
              List.of(
                  dev.muster.kubernetes.schema.FieldProblem.invalid(
                      "kind", "\"" + kind + "\"", "must be " + resource.kind().word()))));
    }
  }

  private static SentObject known(CustomResource resource, JsonText text, Validation validation) {
    misfit(text.root())
        .ifPresent(why -> {
          throw new StatusException(KubeStatus.badRequest(cannotBe(resource, why)));
        });
    SchemaRules.Pruned pruned = SchemaRules.prune(resource.object(), text.root(), "");
    List<String> unknown =
        Stream.concat(
                text.duplicates().stream().map("duplicate field \"%s\""::formatted),
                metadataFirst(pruned.unknown()).map("unknown field \"%s\""::formatted))
            .toList();
    if (validation == Validation.STRICT && !unknown.isEmpty()) {
      throw new StatusException(
          KubeStatus.badRequest(
              cannotBe(resource, "strict decoding error: " + String.join(", ", unknown))));
    }
    return new SentObject(
        full(resource, pruned.object()), validation == Validation.WARN ? unknown : List.of());
  }

  private static Stream<String> metadataFirst(List<String> paths) {
    return Stream.concat(
        paths.stream().filter(path -> path.startsWith(METADATA + ".")),
        paths.stream().filter(path -> !path.startsWith(METADATA + ".")));
  }

  /** With what stands for what is missing, and no metadata that is empty. */
  static ObjectNode full(CustomResource resource, JsonNode object) {
    ObjectNode full = (ObjectNode) SchemaRules.defaulted(resource.object(), object);
    if (full.path(METADATA) instanceof ObjectNode metadata) {
      List<String> empty = new ArrayList<>();
      metadata
          .properties()
          .forEach(field -> {
            JsonNode value = field.getValue();
            boolean nothing =
                value.isContainer()
                    ? value.isEmpty()
                    : value.isString() && value.asString().isEmpty();
            if (nothing) {
              empty.add(field.getKey());
            }
          });
      metadata.remove(empty);
    } else {
      full.putObject(METADATA);
    }
    return full;
  }

  private static String cannotBe(CustomResource resource, String why) {
    String kind = resource.kind().word();
    return "%s in version \"%s\" cannot be handled as a %s: %s"
        .formatted(kind, ObjectKind.VERSION, kind, why);
  }

  /** Why metadata cannot be what it is, if something in it is no text. */
  static Optional<String> misfit(JsonNode object) {
    for (String field : List.of("labels", "annotations")) {
      for (JsonNode value : object.path(METADATA).path(field)) {
        if (!value.isString() && !value.isNull()) {
          return Optional.of(
              "json: cannot unmarshal %s into Go struct field ObjectMeta.%s of type string"
                  .formatted(word(value), field));
        }
      }
    }
    return Optional.empty();
  }

  private static String word(JsonNode value) {
    return switch (value.getNodeType()) {
      case BOOLEAN -> "bool";
      case NUMBER -> "number";
      case ARRAY -> "array";
      default -> "object";
    };
  }
}
