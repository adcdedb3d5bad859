package dev.muster.domain.policy;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Adjustment;
import dev.muster.domain.member.Sizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How many members an action brings or takes, as far as that is decided. */
sealed interface Demand {

  /** That many members come. */
  record Grow(int count) implements Demand {}

  /** That many members go. */
  record Shrink(int count) implements Demand {}

  /** It leaves the number of members as it is. */
  record Stay() implements Demand {}

  /** What is asked for cannot be; {@code why} is for people. */
  record Unfit(String why) implements Demand {}

  /** What policies decided counts before what was asked for. */
  static Demand of(Occasion occasion, ObjectNode data) {
    Optional<PolicyVerb> verb = PolicyVerb.of(occasion.kind());
    if (verb.isEmpty()) {
      return new Stay();
    }
    return switch (verb.get()) {
      case CLUSTER_SCALE_OUT, NODE_CREATE ->
          decided(data, "creation").orElseGet(() -> counted(occasion, 1, Grow::new));
      case CLUSTER_SCALE_IN, NODE_DELETE ->
          decided(data, "deletion")
              .orElseGet(() -> counted(occasion, Math.max(1, named(occasion).size()), Shrink::new));
      case CLUSTER_DEL_NODES ->
          decided(data, "deletion").orElseGet(() -> new Shrink(named(occasion).size()));
      case CLUSTER_RESIZE ->
          decided(data, "deletion")
              .or(() -> decided(data, "creation"))
              .orElseGet(() -> resized(occasion));
      case CLUSTER_CREATE ->
          decided(data, "creation").orElseGet(() -> to(occasion, first(occasion)));
      case CLUSTER_DELETE,
          CLUSTER_UPDATE,
          CLUSTER_ADD_NODES,
          CLUSTER_REPLACE_NODES,
          CLUSTER_RECOVER,
          CLUSTER_HEAL,
          NODE_UPDATE,
          NODE_JOIN,
          NODE_LEAVE,
          NODE_RECOVER ->
          new Stay();
    };
  }

  /** The members that the action was asked to take, in the order in which they were named. */
  static List<NodeId> named(Occasion occasion) {
    List<NodeId> named = new ArrayList<>();
    JsonNode inputs = occasion.inputs();
    JsonNode nodes = inputs.path(inputs.has("candidates") ? "candidates" : "nodes");
    if (nodes.isObject()) {
      // A replacement names by member what takes its place.
      nodes.propertyNames().forEach(old -> named.add(new NodeId(old)));
    }
    for (JsonNode one : nodes.isArray() ? nodes : inputs.path("members")) {
      if (one.isString()) {
        named.add(new NodeId(one.stringValue()));
      }
    }
    if (inputs.path("node").isString()) {
      named.add(new NodeId(inputs.path("node").stringValue()));
    }
    return named.stream().distinct().toList();
  }

  /** The bounds that hold when the action is done; a resize may change them. */
  static Sizes bounds(Occasion occasion) {
    Sizes sizes = occasion.sizes();
    if (!PolicyVerb.CLUSTER_RESIZE.kind().equals(occasion.kind())) {
      return sizes;
    }
    OptionalInt least = number(occasion.inputs().path("minSize"));
    OptionalInt most = number(occasion.inputs().path("maxSize"));
    return new Sizes(
        least.orElse(sizes.least()),
        most.isPresent() ? Optional.of(most.getAsInt()) : sizes.most(),
        sizes.desired());
  }

  /** A whole number that is not negative. */
  static OptionalInt number(JsonNode json) {
    return json.isIntegralNumber() && json.canConvertToInt() && json.intValue() >= 0
        ? OptionalInt.of(json.intValue())
        : OptionalInt.empty();
  }

  private static Optional<Demand> decided(ObjectNode data, String way) {
    JsonNode decision = data.path(way);
    if (decision.isMissingNode() || decision.isNull()) {
      return Optional.empty();
    }
    OptionalInt count = number(decision.path("count"));
    if (count.isEmpty()) {
      return Optional.of(
          new Unfit(
              "data.%s.count: %s (expected: a whole number from 0)"
                  .formatted(way, decision.path("count"))));
    }
    return Optional.of(
        way.equals("creation") ? new Grow(count.getAsInt()) : new Shrink(count.getAsInt()));
  }

  /** The count that was asked for, or the usual one. */
  private static Demand counted(Occasion occasion, int usual, IntFunction<Demand> way) {
    JsonNode count = occasion.inputs().path("count");
    if (count.isMissingNode() || count.isNull()) {
      return way.apply(usual);
    }
    OptionalInt number = number(count);
    return number.isPresent() && number.getAsInt() > 0
        ? way.apply(number.getAsInt())
        : new Unfit("count: %s (expected: a whole number from 1)".formatted(count));
  }

  private static int first(Occasion occasion) {
    JsonNode inputs = occasion.inputs();
    return number(inputs.path("desired"))
        .orElse(number(inputs.path("minSize")).orElse(occasion.sizes().desired()));
  }

  private static Demand resized(Occasion occasion) {
    JsonNode inputs = occasion.inputs();
    int current = occasion.members().size();
    JsonNode number = inputs.path("number");
    if (number.isMissingNode() || number.isNull()) {
      return to(occasion, bounds(occasion).nearest(current));
    }
    Optional<Adjustment.Type> type = type(inputs.path("adjustmentType"));
    if (type.isEmpty() || !number.isNumber()) {
      return new Unfit(
          "number %s, adjustmentType %s (expected: a number, and EXACT_CAPACITY, CHANGE_IN_CAPACITY or CHANGE_IN_PERCENTAGE)"
              .formatted(number, inputs.path("adjustmentType")));
    }
    int minStep = number(inputs.path("minStep")).orElse(1);
    int target = new Adjustment(type.get(), number.doubleValue(), minStep).of(current);
    Sizes bounds = bounds(occasion);
    Optional<String> why = bounds.whyNot(target);
    if (why.isPresent() && inputs.path("strict").asBoolean(true)) {
      return new Unfit(why.get());
    }
    return to(occasion, bounds.nearest(target));
  }

  private static Optional<Adjustment.Type> type(JsonNode json) {
    return Arrays.stream(Adjustment.Type.values())
        .filter(type -> type.name().equals(json.asString("")))
        .findFirst();
  }

  private static Demand to(Occasion occasion, int target) {
    int more = target - occasion.members().size();
    if (more == 0) {
      return new Stay();
    }
    return more > 0 ? new Grow(more) : new Shrink(-more);
  }
}
