package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A policy of a newer version of Muster, which nobody here can ask. */
record UnknownPolicy(String type) implements Policy {

  @Override
  public int priority() {
    return 0;
  }

  @Override
  public boolean isSingle() {
    return false;
  }

  @Override
  public Optional<String> whyNot(JsonNode spec) {
    return Optional.of(objection());
  }

  @Override
  public boolean concerns(ActionKind kind, Side side) {
    return side == Side.BEFORE && PolicyVerb.of(kind).isPresent();
  }

  @Override
  public Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data) {
    return Optional.of(objection());
  }

  private String objection() {
    return "this version does not know policies of type %s (known: %s); upgrade all workers, or disable it"
        .formatted(type, PolicyTypes.names());
  }
}
