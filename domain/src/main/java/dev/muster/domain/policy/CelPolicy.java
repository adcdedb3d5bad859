package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.member.Member;
import dev.muster.domain.playbook.CelQuestions;
import dev.muster.domain.playbook.Rendered;
import dev.muster.domain.protocol.WireFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An expression of its owner's, which says {@code true}, or why an action must not be done. What it
 * cannot answer it refuses.
 */
final class CelPolicy implements Policy {

  private static final CelQuestions QUESTIONS =
      new CelQuestions(Set.of("action", "cluster", "members", "providers", "data", "now"));

  @Override
  public String type() {
    return "cel";
  }

  /** Behind all others, so that it sees what they decided. */
  @Override
  public int priority() {
    return 800;
  }

  @Override
  public boolean isSingle() {
    return false;
  }

  @Override
  public Optional<String> whyNot(JsonNode spec) {
    for (String side : new String[] {"before", "after"}) {
      Optional<String> why = spec.path(side).asStringOpt().flatMap(QUESTIONS::whyNot);
      if (why.isPresent()) {
        return why.map(text -> "/%s: %s".formatted(side, text));
      }
    }
    return spec.has("before") || spec.has("after")
        ? Optional.empty()
        : Optional.of("there is no expression (expected: before, after, or both)");
  }

  @Override
  public boolean concerns(ActionKind kind, Side side) {
    return true;
  }

  @Override
  public Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data) {
    String field = occasion.side() == Side.BEFORE ? "before" : "after";
    return AroundPolicy.isFor(binding.spec(), occasion.kind())
        ? binding.spec().path(field).asStringOpt().flatMap(cel -> answer(cel, occasion, data))
        : Optional.empty();
  }

  private static Optional<String> answer(String cel, Occasion occasion, ObjectNode data) {
    return switch (QUESTIONS.value(cel, values(occasion, data))) {
      case Rendered.Failed(String message) -> Optional.of(message);
      case Rendered.Value(JsonNode value) when value.isBoolean() ->
          value.booleanValue()
              ? Optional.empty()
              : Optional.of("%s is false (expected: true)".formatted(cel));
      case Rendered.Value(JsonNode value) when value.isString() -> Optional.of(value.stringValue());
      case Rendered.Value(JsonNode value) ->
          Optional.of("%s gives %s (expected: true, or a text why not)".formatted(cel, value));
    };
  }

  private static Map<String, Supplier<JsonNode>> values(Occasion occasion, ObjectNode data) {
    return Map.of(
        "action", () -> action(occasion),
        "cluster", () -> cluster(occasion),
        "members", () -> members(occasion),
        "providers", () -> WireFormat.JSON.valueToTree(occasion.providers()),
        "data", () -> data,
        "now", () -> WireFormat.JSON.valueToTree(occasion.now()));
  }

  private static JsonNode action(Occasion occasion) {
    ObjectNode action =
        WireFormat.JSON
            .createObjectNode()
            .put("id", occasion.action().toString())
            .put("kind", occasion.kind().value())
            .put("succeeded", occasion.succeeded());
    action.set("inputs", occasion.inputs());
    return action;
  }

  private static JsonNode cluster(Occasion occasion) {
    ObjectNode cluster =
        WireFormat.JSON
            .createObjectNode()
            .put("size", occasion.members().size())
            .put("min_size", occasion.sizes().least())
            .put("desired_capacity", occasion.sizes().desired());
    occasion.sizes().most().ifPresent(most -> cluster.put("max_size", most));
    return cluster;
  }

  private static JsonNode members(Occasion occasion) {
    ArrayNode members = WireFormat.JSON.createArrayNode();
    for (Member member : occasion.members()) {
      ObjectNode one =
          members
              .addObject()
              .put("name", member.node().value())
              .put("index", member.index())
              .put("state", member.state().name())
              .put("well", member.isWell())
              .put("tainted", member.tainted())
              .put("created_at", member.createdAt().toString())
              .put("provider", member.provider().map(node -> node.value()).orElse(""));
      one.set("data", member.data());
    }
    return members;
  }
}
