package dev.muster.domain.playbook;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The hash of everything that a person approves. */
final class PlanHash {

  private PlanHash() {}

  static String of(
      Playbook playbook, ClusterName cluster, JsonNode params, List<PlannedStage> stages) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.put("cluster", cluster.value());
    all.put("playbook", playbook.hash());
    all.set("params", params);
    all.set("stages", WireFormat.JSON.valueToTree(stages));
    return CanonicalJson.hash(all);
  }
}
