package dev.muster.senlin.policies;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.policy.PolicyTypes;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.senlin.http.SentFields;
import dev.muster.senlin.words.SenlinObject;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Specs of policies: types are called {@code senlin.policy.NAME}, and Muster's own by their names.
 */
final class PolicyWords {

  static final String VERSION = "1.0";

  private static final String SENLIN = "senlin.policy.";
  private static final String OWN = "muster.policy.";
  private static final Set<String> OWN_TYPES = Set.of("steps", "cel");

  private PolicyWords() {}

  /** What clients call a type. */
  static String type(String type) {
    return (OWN_TYPES.contains(type) ? OWN : SENLIN) + type;
  }

  /** The type that clients call so, with or without a version. */
  static String ownType(String name) {
    String bare = name.replaceFirst("-[0-9.]+$", "");
    return PolicyTypes.all().stream()
        .map(policy -> policy.type())
        .filter(type -> type(type).equals(bare))
        .findFirst()
        .orElseThrow(() ->
            ProblemException.notFound(
                "The policy_type '%s' could not be found; policy type list has them."
                    .formatted(name)));
  }

  static ObjectNode spec(String type, JsonNode properties) {
    return SenlinObject.of()
        .with("type", type(type))
        .with("version", VERSION)
        .with("properties", properties)
        .done();
  }

  /** The document that Muster keeps, as JSON. */
  static byte[] document(String name, SentFields spec) {
    String type = spec.needText("type");
    spec.any("version");
    ObjectNode document = WireFormat.JSON.createObjectNode();
    document.put("apiVersion", "muster/v1").put("kind", "Policy");
    document.putObject("metadata").put("name", name);
    ObjectNode said = document.putObject("spec").put("type", ownType(type));
    spec.any("properties").ifPresent(properties -> said.set("properties", properties));
    spec.done();
    return WireFormat.JSON.writeValueAsString(document).getBytes(StandardCharsets.UTF_8);
  }
}
