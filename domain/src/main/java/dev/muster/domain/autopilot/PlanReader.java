package dev.muster.domain.autopilot;

import dev.muster.domain.playbook.Finding;
import dev.muster.domain.playbook.SchemaCheck;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads Plans of {@code autopilot.k0sproject.io/v1beta2} and says which are admitted.
 *
 * <p>Accepts what typed clients send for absent values: {@code "status": {"state": "", "commands":
 * null}}, {@code "limits": {}}, empty discoveries. Refuses with a reason what Autopilot takes and
 * then does wrongly (docs/conformance/autopilot.md).
 */
public final class PlanReader {

  private static final SchemaCheck SHAPE =
      SchemaCheck.of(SchemaCheck.resource("/schema/autopilot-plan-v1beta2.schema.json"));

  private PlanReader() {}

  /**
   * Reads a whole object: apiVersion, kind, metadata.name, metadata.annotations, spec. Unknown
   * fields of spec are findings. Whatever the JSON is, there is an answer.
   */
  public static PlanReading read(JsonNode object) {
    JsonNode plan = withoutNulls(object);
    List<Finding> findings = new ArrayList<>(SHAPE.check(plan));
    if (!findings.isEmpty()) {
      return new PlanReading.Refused(findings);
    }
    JsonNode spec = plan.path("spec");
    List<PlanCommand> commands =
        new PlanCommandReader(findings).commands(spec.path("commands"), "/spec/commands");
    PlanTerms terms =
        new PlanTermsReader(findings).terms(plan.path("metadata").path("annotations"));
    return findings.isEmpty()
        ? new PlanReading.Admitted(
            new AutopilotPlan(
                plan.path("metadata").path("name").stringValue(),
                spec.path("id").stringValue(),
                commands,
                terms))
        : new PlanReading.Refused(findings);
  }

  /** To Kubernetes a field without a value is absent, and Go writes empty lists like that. */
  private static JsonNode withoutNulls(JsonNode json) {
    if (json.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      json.forEach(entry -> list.add(withoutNulls(entry)));
      return list;
    }
    if (!json.isObject()) {
      return json;
    }
    ObjectNode map = JsonNodeFactory.instance.objectNode();
    json.properties().stream()
        .filter(field -> !field.getValue().isNull())
        .forEach(field -> map.set(field.getKey(), withoutNulls(field.getValue())));
    return map;
  }
}
