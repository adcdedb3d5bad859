package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** On which hosts new members come: spread, apart or together. */
final class AffinityPolicy implements Policy {

  private static final Set<PolicyVerb> VERBS =
      EnumSet.of(
          PolicyVerb.CLUSTER_CREATE,
          PolicyVerb.CLUSTER_SCALE_OUT,
          PolicyVerb.CLUSTER_RESIZE,
          PolicyVerb.NODE_CREATE);

  @Override
  public String type() {
    return "affinity";
  }

  /** Behind the zones, so that it chooses hosts within them. */
  @Override
  public int priority() {
    return 350;
  }

  @Override
  public boolean isSingle() {
    return true;
  }

  @Override
  public Optional<String> whyNot(JsonNode spec) {
    return Optional.empty();
  }

  @Override
  public boolean concerns(ActionKind kind, Side side) {
    return side == Side.BEFORE && PolicyVerb.of(kind).filter(VERBS::contains).isPresent();
  }

  @Override
  public Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data) {
    return switch (Demand.of(occasion, data)) {
      case Demand.Unfit(String why) -> Optional.of(why);
      case Demand.Stay stays -> Optional.empty();
      case Demand.Shrink shrinks -> Optional.empty();
      case Demand.Grow(int count) -> placed(binding.spec(), occasion, data, count);
    };
  }

  private static Optional<String> placed(
      JsonNode spec, Occasion occasion, ObjectNode data, int count) {
    ObjectNode placement = JsonParts.child(data, "placement");
    placement.put("policies", spec.path("policies").asString("soft-anti-affinity"));
    spec.path("label").asStringOpt().ifPresent(label -> placement.put("label", label));
    JsonParts.child(data, "creation").put("count", count);
    return HostChoice.write(count, occasion, data);
  }
}
