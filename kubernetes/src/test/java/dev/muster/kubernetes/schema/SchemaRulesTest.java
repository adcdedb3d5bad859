package dev.muster.kubernetes.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every message here was seen at a real kube-apiserver 1.36 with the same definition. */
final class SchemaRulesTest {

  private static final Schema PLAN = CustomResource.of(ObjectKind.PLAN).object();

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text.replace('\'', '"'));
  }

  private static List<String> problems(String text) {
    return SchemaRules.check(PLAN, json(text)).stream().map(FieldProblem::toString).toList();
  }

  @Test
  void whatIsMissingIsToldInTheOrderOfTheDefinition() {
    assertThat(problems("{}")).containsExactly("spec: Required value");
    assertThat(problems("{'spec': {}}"))
        .containsExactly(
            "spec.id: Required value",
            "spec.timestamp: Required value",
            "spec.commands: Required value");
  }

  @Test
  void whatHasTheWrongTypeIsToldByNameBeforeWhatIsMissing() {
    assertThat(
            problems(
                """
                {'spec': {'id': null, 'timestamp': 't', 'commands': [
                  {'k0supdate': {'version': 1.5, 'targets': {'workers': {
                    'limits': {'concurrent': 'a'}, 'discovery': {'static': {'nodes': [1, true]}}}}}},
                  3, null]}}
                """))
        .containsExactly(
            "spec.commands[0].k0supdate.targets.workers.discovery.static.nodes[0]: Invalid value:"
                + " \"integer\":"
                + " spec.commands[0].k0supdate.targets.workers.discovery.static.nodes[0] in body"
                + " must be of type string: \"integer\"",
            "spec.commands[0].k0supdate.targets.workers.discovery.static.nodes[1]: Invalid value:"
                + " \"boolean\":"
                + " spec.commands[0].k0supdate.targets.workers.discovery.static.nodes[1] in body"
                + " must be of type string: \"boolean\"",
            "spec.commands[0].k0supdate.targets.workers.limits.concurrent: Invalid value:"
                + " \"string\": spec.commands[0].k0supdate.targets.workers.limits.concurrent in"
                + " body must be of type integer: \"string\"",
            "spec.commands[0].k0supdate.version: Invalid value: \"number\":"
                + " spec.commands[0].k0supdate.version in body must be of type string: \"number\"",
            "spec.commands[0].k0supdate.platforms: Required value",
            "spec.commands[1]: Invalid value: \"integer\": spec.commands[1] in body must be of type"
                + " object: \"integer\"",
            "spec.commands[2]: Invalid value: \"null\": spec.commands[2] in body must be of type"
                + " object: \"null\"",
            "spec.id: Required value");
  }

  @Test
  void whatIsNoneOfTheWordsIsToldWithThem() {
    assertThat(
            SchemaRules.check(
                    CustomResource.of(ObjectKind.UPDATE_CONFIG).object(),
                    json("{'spec': {'upgradeStrategy': {'type': 'foo'}}}"))
                .stream()
                .map(FieldProblem::toString))
        .containsExactly(
            "spec.upgradeStrategy.type: Unsupported value: \"foo\": supported values: \"periodic\","
                + " \"cron\"");
  }

  @Test
  void limitsAreOneWhereNothingIsSaidAndWhereTheyAreEmpty() {
    JsonNode full =
        SchemaRules.defaulted(
            PLAN,
            json(
                """
                {'spec': {'commands': [{'k0supdate': {'targets': {
                  'controllers': {'discovery': {}}, 'workers': {'discovery': {}, 'limits': {}}}}}]}}
                """));
    JsonNode targets = full.at("/spec/commands/0/k0supdate/targets");
    assertThat(targets.at("/controllers/limits")).isEqualTo(json("{'concurrent': 1}"));
    assertThat(targets.at("/workers/limits")).isEqualTo(json("{'concurrent': 1}"));
    assertThat(full.path("spec").propertyNames()).containsExactly("commands");
  }

  @Test
  void whatIsNotKnownIsLeftOutAndTold() {
    SchemaRules.Pruned pruned =
        SchemaRules.prune(
            PLAN,
            json(
                """
                {'baz': 1, 'metadata': {'name': 'x', 'foo': 1},
                 'spec': {'id': 'i', 'foo': 1, 'commands': [{'bar': 1}]}}
                """),
            "");
    assertThat(pruned.unknown())
        .containsExactly("baz", "metadata.foo", "spec.commands[0].bar", "spec.foo");
    assertThat(pruned.object())
        .isEqualTo(json("{'metadata': {'name': 'x'}, 'spec': {'id': 'i', 'commands': [{}]}}"));
  }

  @Test
  void whatOthersOwnIsKeptAsItIs() {
    String owners =
        "{'metadata': {'managedFields': [{'manager': 'm', 'fieldsV1': {'f:spec': {'.': {}}}}]}}";
    assertThat(SchemaRules.prune(PLAN, json(owners), "").object()).isEqualTo(json(owners));
  }

  @Test
  void namesLabelsAndAnnotationsAreCheckedInKubernetesWords() {
    assertThat(
            MetadataRules.check(json("{'metadata': {'name': 'X_1'}}")).stream()
                .map(FieldProblem::toString))
        .singleElement()
        .asString()
        .startsWith(
            "metadata.name: Invalid value: \"X_1\": a lowercase RFC 1123 subdomain must consist"
                + " of");
    assertThat(
            MetadataRules.check(
                    json(
                        """
                        {'metadata': {'name': 'x3', 'labels': {'a b': 'c', 'x': '-'},
                          'annotations': {'q q': 'v', 'example.com/ok': 'v'}}}
                        """))
                .stream()
                .map(problem -> problem.toString().replaceAll("\": (name|a valid).*", "\"")))
        .containsExactly(
            "metadata.labels: Invalid value: \"a b\"",
            "metadata.labels: Invalid value: \"-\"",
            "metadata.annotations: Invalid value: \"q q\"");
    assertThat(MetadataRules.check(json("{'metadata': {}}")).stream().map(FieldProblem::toString))
        .containsExactly("metadata.name: Required value: name or generateName is required");
    assertThat(
            MetadataRules.check(json("{'metadata': {'name': 'x', 'finalizers': ['a/b']}}")).stream()
                .map(FieldProblem::field))
        .containsExactly("metadata.finalizers");
  }
}
