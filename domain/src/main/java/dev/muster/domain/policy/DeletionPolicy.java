package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Criterion;
import dev.muster.domain.protocol.WireFormat;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Which members go, and how. */
final class DeletionPolicy implements Policy {

  private static final Set<PolicyVerb> VERBS =
      EnumSet.of(
          PolicyVerb.CLUSTER_SCALE_IN,
          PolicyVerb.CLUSTER_DEL_NODES,
          PolicyVerb.CLUSTER_RESIZE,
          PolicyVerb.NODE_DELETE);

  @Override
  public String type() {
    return "deletion";
  }

  @Override
  public int priority() {
    return 400;
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
    List<NodeId> named = Demand.named(occasion);
    Optional<String> stranger = stranger(named, occasion);
    if (stranger.isPresent()) {
      return stranger;
    }
    return switch (Demand.of(occasion, data)) {
      case Demand.Unfit(String why) -> Optional.of(why);
      case Demand.Grow grows -> Optional.empty();
      case Demand.Stay stays -> Optional.empty();
      case Demand.Shrink(int count) -> chosen(binding, occasion, data, named, count);
    };
  }

  private static Optional<String> stranger(List<NodeId> named, Occasion occasion) {
    Set<NodeId> members =
        occasion.members().stream().map(member -> member.node()).collect(Collectors.toSet());
    return named.stream()
        .filter(one -> !members.contains(one))
        .findFirst()
        .map(one -> "%s is no member of the cluster".formatted(one));
  }

  private static Optional<String> chosen(
      Binding binding, Occasion occasion, ObjectNode data, List<NodeId> named, int count) {
    if (!named.isEmpty() && named.size() != count) {
      return Optional.of(
          "%d members are named and %d are to go (expected: as many)"
              .formatted(named.size(), count));
    }
    JsonNode spec = binding.spec();
    Criterion criterion = Criterion.valueOf(spec.path("criteria").asString("RANDOM"));
    List<NodeId> victims =
        named.isEmpty() ? new Victims(occasion, criterion).of(count, data.path("deletion")) : named;
    ObjectNode deletion = JsonParts.child(data, "deletion");
    ArrayNode candidates = WireFormat.JSON.createArrayNode();
    victims.forEach(victim -> candidates.add(victim.value()));
    deletion.put("count", victims.size());
    deletion.set("candidates", candidates);
    deletion.put("destroy_after_deletion", spec.path("destroy_after_deletion").asBoolean(true));
    deletion.put("grace_period", spec.path("grace_period").asInt(0));
    deletion.put("reduce_desired_capacity", spec.path("reduce_desired_capacity").asBoolean(true));
    data.set("hooks", JsonParts.copy(spec.path("hooks")));
    data.put("reason", "Candidates generated");
    return Optional.empty();
  }
}
