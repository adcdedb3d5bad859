package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.member.Member;
import dev.muster.domain.protocol.WireFormat;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How many members are changed at once when a cluster gets another profile. */
final class BatchPolicy implements Policy {

  private static final int USUAL_PAUSE = 60;

  @Override
  public String type() {
    return "batch";
  }

  @Override
  public int priority() {
    return 200;
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
    return side == Side.BEFORE && PolicyVerb.CLUSTER_UPDATE.kind().equals(kind);
  }

  @Override
  public Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data) {
    JsonNode spec = binding.spec();
    int size =
        size(
            occasion.members().size(),
            spec.path("min_in_service").asInt(1),
            spec.path("max_batch_size").asInt(-1));
    List<Member> order =
        occasion.members().stream()
            .sorted(Comparator.comparing(Member::isWell).thenComparingInt(Member::index))
            .toList();
    ArrayNode plan = WireFormat.JSON.createArrayNode();
    for (int i = 0; i < order.size(); i++) {
      ArrayNode batch = i % size == 0 ? plan.addArray() : (ArrayNode) plan.get(plan.size() - 1);
      batch.add(order.get(i).node().value());
    }
    ObjectNode update = JsonParts.child(data, "update");
    update.put("pause_time", spec.path("pause_time").asInt(USUAL_PAUSE));
    update.set("plan", plan);
    return Optional.empty();
  }

  /** A cluster that has not as many as are to stay in service is changed one by one. */
  private static int size(int members, int minInService, int most) {
    int size = Math.max(1, members - minInService);
    return most > 0 ? Math.min(size, most) : size;
  }
}
