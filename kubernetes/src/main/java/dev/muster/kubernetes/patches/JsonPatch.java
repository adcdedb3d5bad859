package dev.muster.kubernetes.patches;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * RFC 6902: operations in their order. As Kubernetes' server has it: {@code replace} of a field
 * that is not there adds it.
 */
public final class JsonPatch {

  private static final String END = "-";

  private JsonPatch() {}

  /** The patch cannot be applied to what is there. */
  public static final class NotApplicable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotApplicable(String why) {
      super(why, null, false, false);
    }
  }

  /** A place in a document. */
  private record Pointer(List<String> parts) {

    static Pointer read(JsonNode operation, String field) {
      String text =
          operation
              .path(field)
              .asStringOpt()
              .filter(pointer -> pointer.isEmpty() || pointer.startsWith("/"))
              .orElseThrow(() ->
                  new NotApplicable("%s: expected a pointer such as /spec/id".formatted(field)));
      return new Pointer(
          text.isEmpty()
              ? List.of()
              : Stream.of(text.substring(1).split("/", -1))
                  .map(part -> part.replace("~1", "/").replace("~0", "~"))
                  .toList());
    }

    boolean isRoot() {
      return parts.isEmpty();
    }

    String last() {
      return parts.getLast();
    }

    boolean isWithin(Pointer other) {
      return parts.size() > other.parts.size()
          && parts.subList(0, other.parts.size()).equals(other.parts);
    }

    @Override
    public String toString() {
      return parts.isEmpty() ? "the whole" : "/" + String.join("/", parts);
    }
  }

  /**
   * The document after all operations.
   *
   * @throws NotApplicable if one of them does not fit
   */
  public static JsonNode apply(JsonNode document, JsonNode operations) {
    JsonNode result = document.deepCopy();
    for (JsonNode operation : operations) {
      result = one(result, operation);
    }
    return result;
  }

  private static JsonNode one(JsonNode document, JsonNode operation) {
    Pointer path = Pointer.read(operation, "path");
    return switch (operation.path("op").asString("")) {
      case "add" -> added(document, path, value(operation));
      case "replace" -> replaced(document, path, value(operation));
      case "remove" -> removed(document, path);
      case "copy" ->
          added(document, path, found(document, Pointer.read(operation, "from")).deepCopy());
      case "move" -> moved(document, Pointer.read(operation, "from"), path);
      case "test" -> tested(document, path, operation.path("value"));
      default ->
          throw new NotApplicable(
              "op: '%s' (expected: add, replace, remove, copy, move or test)"
                  .formatted(operation.path("op").asString("")));
    };
  }

  private static JsonNode value(JsonNode operation) {
    return Optional.of(operation.path("value"))
        .filter(value -> !value.isMissingNode())
        .map(JsonNode::deepCopy)
        .orElseThrow(() -> new NotApplicable("value: missing"));
  }

  private static JsonNode added(JsonNode document, Pointer path, JsonNode value) {
    if (path.isRoot()) {
      return value;
    }
    switch (parent(document, path)) {
      case ObjectNode object -> object.set(path.last(), value);
      case ArrayNode list when path.last().equals(END) -> list.add(value);
      case ArrayNode list -> list.insert(index(list.size(), path), value);
      default -> throw none(path);
    }
    return document;
  }

  private static JsonNode replaced(JsonNode document, Pointer path, JsonNode value) {
    if (path.isRoot()) {
      return value;
    }
    switch (parent(document, path)) {
      case ObjectNode object -> object.set(path.last(), value);
      case ArrayNode list -> list.set(index(list.size() - 1, path), value);
      default -> throw none(path);
    }
    return document;
  }

  private static JsonNode removed(JsonNode document, Pointer path) {
    found(document, path);
    switch (path.isRoot() ? document : parent(document, path)) {
      case ObjectNode object when !path.isRoot() -> object.remove(path.last());
      case ArrayNode list when !path.isRoot() -> list.remove(index(list.size() - 1, path));
      default -> throw none(path);
    }
    return document;
  }

  private static JsonNode moved(JsonNode document, Pointer from, Pointer path) {
    if (path.isWithin(from)) {
      throw new NotApplicable("%s cannot be moved into itself".formatted(from));
    }
    JsonNode value = found(document, from).deepCopy();
    return added(removed(document, from), path, value);
  }

  private static JsonNode tested(JsonNode document, Pointer path, JsonNode value) {
    JsonNode is = at(document, path.parts());
    boolean none = value.isMissingNode() || value.isNull();
    if (is.isMissingNode() ? !none : !is.equals(value)) {
      throw new NotApplicable("%s is not what the patch expects".formatted(path));
    }
    return document;
  }

  private static JsonNode parent(JsonNode document, Pointer path) {
    return at(document, path.parts().subList(0, path.parts().size() - 1));
  }

  private static JsonNode found(JsonNode document, Pointer path) {
    JsonNode found = at(document, path.parts());
    if (found.isMissingNode()) {
      throw none(path);
    }
    return found;
  }

  private static JsonNode at(JsonNode document, List<String> parts) {
    JsonNode at = document;
    for (String part : parts) {
      at =
          at.isArray()
              ? part.matches("\\d{1,9}") ? at.path(Integer.parseInt(part)) : at.path(part)
              : at.path(part);
    }
    return at;
  }

  private static int index(int most, Pointer path) {
    String text = path.last();
    if (!text.matches("0|[1-9]\\d{0,8}") || Integer.parseInt(text) > most) {
      throw none(path);
    }
    return Integer.parseInt(text);
  }

  private static NotApplicable none(Pointer path) {
    return new NotApplicable("there is nothing at %s".formatted(path));
  }
}
