package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.member.Adjustment;
import dev.muster.domain.member.Sizes;
import dev.muster.domain.shown.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How many members come or go when a cluster is scaled, and how soon after the last time. */
final class ScalingPolicy implements Policy {

  @Override
  public String type() {
    return "scaling";
  }

  @Override
  public int priority() {
    return 100;
  }

  /** One for each way, and more for people who want several steps; the last one asked counts. */
  @Override
  public boolean isSingle() {
    return false;
  }

  @Override
  public Optional<String> whyNot(JsonNode spec) {
    JsonNode adjustment = spec.path("adjustment");
    boolean percent = adjustment.path("type").asString("").equals("CHANGE_IN_PERCENTAGE");
    JsonNode number = adjustment.path("number");
    if (number.isNumber() && !percent && number.doubleValue() % 1 != 0) {
      return Optional.of(
          "/adjustment/number: %s (expected: a whole number, unless the type is CHANGE_IN_PERCENTAGE)"
              .formatted(number));
    }
    return adjustment.has("min_step") && !percent
        ? Optional.of(
            "/adjustment/min_step: %s (expected: only with the type CHANGE_IN_PERCENTAGE)"
                .formatted(adjustment.path("min_step")))
        : Optional.empty();
  }

  @Override
  public boolean concerns(ActionKind kind, Side side) {
    return PolicyVerb.of(kind)
        .filter(verb -> verb == PolicyVerb.CLUSTER_SCALE_IN || verb == PolicyVerb.CLUSTER_SCALE_OUT)
        .isPresent();
  }

  @Override
  public Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data) {
    if (occasion.side() == Side.AFTER || !isFor(binding, occasion.kind())) {
      return Optional.empty();
    }
    Optional<String> tooSoon = tooSoon(binding, occasion.now());
    if (tooSoon.isPresent()) {
      return tooSoon;
    }
    OptionalInt asked = Demand.number(occasion.inputs().path("count"));
    if (occasion.inputs().hasNonNull("count") && asked.orElse(0) == 0) {
      return Optional.of(
          "count: %s (expected: a whole number from 1)".formatted(occasion.inputs().path("count")));
    }
    boolean shrinks = shrinks(occasion.kind());
    int named = shrinks ? Demand.named(occasion).size() : 0;
    int count = asked.orElse(named > 0 ? named : computed(binding.spec(), occasion, shrinks));
    return bounded(binding.spec(), occasion, count, data);
  }

  /** Whether it says something of this way of scaling. */
  static boolean isFor(Binding binding, ActionKind kind) {
    return PolicyVerb.of(kind)
        .filter(verb -> verb.name().equals(binding.spec().path("event").asString("")))
        .isPresent();
  }

  /** Why the cluster is not to be scaled again so soon. */
  static Optional<String> tooSoon(Binding binding, Instant now) {
    Duration cooldown =
        Duration.ofSeconds(binding.spec().path("adjustment").path("cooldown").asLong(0));
    return binding
        .lastOp()
        .map(last -> last.plus(cooldown))
        .filter(now::isBefore)
        .map(end ->
            "its cooldown of %s is not over; it ends at %s, in %s"
                .formatted(
                    DurationText.print(cooldown),
                    end,
                    DurationText.print(Duration.between(now, end))));
  }

  private static boolean shrinks(ActionKind kind) {
    return PolicyVerb.CLUSTER_SCALE_IN.kind().equals(kind);
  }

  private static int computed(JsonNode spec, Occasion occasion, boolean shrinks) {
    JsonNode adjustment = spec.path("adjustment");
    Adjustment.Type type =
        Adjustment.Type.valueOf(adjustment.path("type").asString("CHANGE_IN_CAPACITY"));
    double number = adjustment.path("number").asDouble(1);
    boolean against = shrinks && type != Adjustment.Type.EXACT_CAPACITY;
    int minStep = adjustment.path("min_step").asInt(1);
    int current = occasion.members().size();
    int target = new Adjustment(type, against ? -number : number, minStep).of(current);
    return shrinks ? current - target : target - current;
  }

  private static Optional<String> bounded(
      JsonNode spec, Occasion occasion, int wanted, ObjectNode data) {
    Sizes sizes = occasion.sizes();
    int current = occasion.members().size();
    boolean shrinks = shrinks(occasion.kind());
    boolean bestEffort = spec.path("adjustment").path("best_effort").asBoolean(false);
    if (wanted <= 0 && !bestEffort) {
      return Optional.of(
          "the adjustment gives a count of %d for a cluster of %d members (expected: 1 or more; nothing is to be done)"
              .formatted(wanted, current));
    }
    int room = shrinks ? current - sizes.least() : sizes.most().orElse(Integer.MAX_VALUE) - current;
    int count = bestEffort ? Math.max(0, Math.min(wanted, room)) : wanted;
    if (!bestEffort) {
      Optional<String> why = sizes.whyNot(shrinks ? current - count : current + count);
      if (why.isPresent()) {
        return why;
      }
    }
    return write(data, shrinks ? "deletion" : "creation", count);
  }

  /** What was placed or chosen for another number does not fit any more. */
  private static Optional<String> write(ObjectNode data, String way, int count) {
    ObjectNode decision = JsonParts.child(data, way);
    int chosen = decision.path("candidates").size();
    if (chosen > 0 && chosen != count) {
      return Optional.of(
          "%d members were chosen before it said that %d go (expected: that it is asked before the deletion policy; give it a smaller priority)"
              .formatted(chosen, count));
    }
    if (Demand.number(decision.path("count")).orElse(-1) != count) {
      decision.remove("regions");
      decision.remove("zones");
    }
    decision.put("count", count);
    data.put("reason", "Scaling request validated.");
    return Optional.empty();
  }
}
