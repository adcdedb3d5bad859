package dev.muster.domain.policy;

import dev.muster.domain.playbook.DocumentText;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.playbook.SchemaCheck;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads policies from YAML or JSON, strictly. */
public final class PolicyReader {

  private static final DocumentText.Rules RULES =
      new DocumentText.Rules("a policy", 1, 5_000, DocumentText.UnknownTags.REFUSED);
  private static final String SCHEMA = SchemaCheck.resource("/schema/policy-v1.schema.json");
  private static final SchemaCheck CHECK = SchemaCheck.of(SCHEMA);
  private static final String PROPERTIES = "/spec/properties";

  private PolicyReader() {}

  /** The JSON Schema of policies, as published. */
  public static String schema() {
    return SCHEMA;
  }

  /** Reads and checks. Whatever the text is, there is an answer. */
  public static PolicyReading read(String text) {
    DocumentText document = DocumentText.read(text, RULES);
    return document
        .root()
        .map(root -> check(root, document))
        .orElseGet(() -> new PolicyReading.Faulty(document.findings()));
  }

  private static PolicyReading check(JsonNode root, DocumentText document) {
    List<Finding> findings = CHECK.check(root);
    if (!findings.isEmpty()) {
      return new PolicyReading.Faulty(document.located(findings));
    }
    JsonNode metadata = root.path("metadata");
    JsonNode spec = root.path("spec");
    Policy type = PolicyTypes.of(spec.path("type").asString("")).orElseThrow();
    JsonNode properties =
        spec.has("properties") ? spec.path("properties") : JsonNodeFactory.instance.objectNode();
    Optional<String> why = type.whyNot(properties);
    if (why.isPresent()) {
      return new PolicyReading.Faulty(document.located(List.of(finding(why.get()))));
    }
    return new PolicyReading.Fit(
        new PolicyDocument(
            new PolicyName(metadata.path("name").asString("")),
            metadata.path("description").asString(""),
            type,
            properties));
  }

  /** Types say where in front, as a pointer from their properties. */
  private static Finding finding(String why) {
    int end = why.indexOf(": ");
    return why.startsWith("/") && end > 0
        ? new Finding(PROPERTIES + why.substring(0, end), why.substring(end + 2))
        : new Finding(PROPERTIES, why);
  }
}
