package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.member.Member;
import dev.muster.domain.policy.Binding;
import dev.muster.domain.policy.Occasion;
import dev.muster.domain.policy.Policy;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Policies that tests attach to clusters. */
final class Bindings {

  private Bindings() {}

  private interface Decision {
    Optional<String> decide(Occasion occasion, ObjectNode data);
  }

  /** Writes this before the work. */
  static Binding writing(String json) {
    return before((occasion, data) -> {
      merge(data, (ObjectNode) WireFormat.JSON.readTree(json));
      return Optional.empty();
    });
  }

  private static void merge(ObjectNode into, ObjectNode from) {
    from.properties()
        .forEach(field -> {
          if (field.getValue() instanceof ObjectNode object) {
            merge(into.withObject(field.getKey()), object);
          } else {
            into.set(field.getKey(), field.getValue());
          }
        });
  }

  /** Splits an update, in the order of the members. */
  static Binding batches(int pause, int size) {
    return before((occasion, data) -> {
      ArrayNode plan = data.withObject("update").put("pause_time", pause).withArray("plan");
      List<Member> members = occasion.members();
      for (int i = 0; i < members.size(); i += size) {
        ArrayNode batch = plan.addArray();
        members
            .subList(i, Math.min(members.size(), i + size))
            .forEach(member -> batch.add(member.node().value()));
      }
      return Optional.empty();
    });
  }

  /** Objects on one side of the work. */
  static Binding objecting(Policy.Side when) {
    return binding(
        (occasion, data) -> occasion.side() == when ? Optional.of("not now") : Optional.empty());
  }

  private static Binding before(Decision decision) {
    return binding((occasion, data) ->
        occasion.side() == Policy.Side.BEFORE ? decision.decide(occasion, data) : Optional.empty());
  }

  private static Binding binding(Decision decision) {
    Policy policy =
        new Policy() {
          @Override
          public String type() {
            return "test";
          }

          @Override
          public int priority() {
            return 100;
          }

          @Override
          public boolean isSingle() {
            return false;
          }

          @Override
          public Optional<String> whyNot(JsonNode spec) {
            return Optional.empty();
          }

          @Override
          public boolean concerns(ActionKind kind, Side side) {
            return true;
          }

          @Override
          public Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data) {
            return decision.decide(occasion, data);
          }
        };
    return new Binding(
        "p", policy, WireFormat.JSON.createObjectNode(), 100, true, Optional.empty());
  }
}
