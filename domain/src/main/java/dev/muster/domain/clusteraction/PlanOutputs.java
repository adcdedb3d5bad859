package dev.muster.domain.clusteraction;

import dev.muster.domain.clusteraction.PlanResults.Result;
import dev.muster.domain.member.ClusterCondition;
import dev.muster.domain.member.Deed;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What an action that changed members hands up. */
final class PlanOutputs {

  private PlanOutputs() {}

  /** Names what was created in the document that policies share, as OpenStack Senlin does. */
  static void note(ObjectNode data, PlanResults results) {
    List<Result> created = done(results, Deed.CREATE);
    if (!created.isEmpty()) {
      ObjectNode creation =
          data.path("creation") instanceof ObjectNode known ? known : data.putObject("creation");
      ArrayNode nodes = creation.putArray("nodes");
      created.forEach(result -> nodes.add(result.work().member().value()));
    }
  }

  static ObjectNode of(Roster roster, ObjectNode data, PlanResults results) {
    ObjectNode outputs = Outcomes.nothing();
    outputs.put("members", roster.size());
    outputs.put("desired", roster.sizes().desired());
    outputs.put("condition", ClusterCondition.of(roster.sizes(), roster.members()).name());
    for (Deed deed : Deed.values()) {
      List<Result> done = done(results, deed);
      if (!done.isEmpty()) {
        ArrayNode names = outputs.putArray(deed.done());
        done.stream()
            .limit(Outcomes.NAMED)
            .forEach(result -> names.add(result.work().member().value()));
      }
    }
    ArrayNode failed = WireFormat.JSON.createArrayNode();
    results.all().stream()
        .filter(result -> result.failure().isPresent())
        .limit(Outcomes.NAMED)
        .forEach(result ->
            failed
                .addObject()
                .put("member", result.work().member().value())
                .put("action", result.child().id().toString())
                .put("state", result.child().state().name())
                .put("why", result.failure().orElse("")));
    outputs.set("failed", failed);
    return outputs;
  }

  private static List<Result> done(PlanResults results, Deed deed) {
    return results.all().stream()
        .filter(result -> result.failure().isEmpty())
        .filter(result -> result.work().deed().filter(deed::equals).isPresent())
        .toList();
  }
}
