package dev.muster.domain.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.secret.SecretRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** References to secrets in playbooks: where they may stand, and what becomes of them. */
final class SecretsTest {

  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: p}
      params:
        user: {type: string, default: app}
        any: {default: 1}
      stages:
        - name: s
          targets: {select: ""}
          steps:
            - {name: a, action: test.success, args: {url: "ARGUMENT"}}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${secrets.db_password}",
        "${ secrets.db_password }",
        "pg://${params.user}:${secrets.db_password}@${secrets.host}"
      })
  void mayStandInTheArgumentsOfAStep(String text) {
    assertThat(PlaybookReader.read(PLAYBOOK.replace("ARGUMENT", text)))
        .isInstanceOf(DocumentReading.Valid.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default: app}|default: '${secrets.a}'}|/params/user|refers to a secret here",
        "select: \"\"|select: 'x=${secrets.a}'|/stages/0/targets/select|refers to a secret here",
        "select: \"\"}|select: '', limit: '${secrets.a}'}|/stages/0/targets/limit|refers to a"
            + " secret",
        "{name: a,|{name: a, when: '${secrets.a}',|/stages/0/steps/0/when|refers to a secret here",
        "{name: a,|{name: a, when: \"secrets.a == ''\",|/stages/0/steps/0/when|for no expression",
        "{name: a,|{name: '${secrets.a}',|/stages/0/steps/0/name|'${secrets.a}'",
        "action: test.success|action: '${secrets.a}'|/stages/0/steps/0/action|'${secrets.a}'",
        "ARGUMENT|${secrets.a + 'x'}|/stages/0/steps/0/args/url|for no expression",
        "ARGUMENT|${size(secrets.a)}|/stages/0/steps/0/args/url|for no expression",
        "ARGUMENT|${secrets.DB}|/stages/0/steps/0/args/url|lower-case letters",
        "ARGUMENT|$${secrets.a}|/stages/0/steps/0/args/url|would look like a reference"
      })
  void mayStandNowhereElse(String from, String to, String path, String message) {
    String text = PLAYBOOK.replace(from, to);
    assertThat(text).isNotEqualTo(PLAYBOOK);
    assertThat(PlaybookReader.read(text))
        .asInstanceOf(type(DocumentReading.Invalid.class))
        .satisfies(invalid ->
            assertThat(invalid.findings())
                .anySatisfy(finding -> {
                  assertThat(finding.path()).startsWith(path);
                  assertThat(finding.message()).contains(message);
                }));
  }

  @Test
  void staysAsItIsWhileTheRestIsRendered() {
    assertThat(render("pg://${params.user}:${ secrets.db_password }@x", "{\"user\": \"app\"}"))
        .isEqualTo(new Rendered.Value(text("pg://app:${secrets.db_password}@x")));
    assertThat(render("${secrets.db_password}", "{}"))
        .isEqualTo(new Rendered.Value(text("${secrets.db_password}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "${params.user}|{\"user\": \"${secrets.root}\"}",
        "${params.any}|{\"any\": {\"deep\": [\"${secrets.root}\"]}}",
        "x ${params.user} ${secrets.mine}|{\"user\": \"${secrets.root}\"}",
        "${params.a}{secrets.root}|{\"a\": \"$\"}",
        "${params.a}${params.b}|{\"a\": \"${sec\", \"b\": \"rets.root}\"}"
      })
  void isNotForgedByAValue(String template, String params) {
    assertThat(render(template, params))
        .asInstanceOf(type(Rendered.Failed.class))
        .satisfies(
            failed -> assertThat(failed.message()).contains("becomes a reference to a secret"));
  }

  @Test
  void isPlannedAndHashedAsAReference() {
    RunPlan plan = plan("${secrets.db_password}");
    assertThat(plan.stages().getFirst().plan().steps().getFirst().args().path("url"))
        .isEqualTo(text("${secrets.db_password}"));
    assertThat(plan("${secrets.db_password}").hash()).isEqualTo(plan.hash());
    assertThat(plan("${secrets.db_passphrase}").hash()).isNotEqualTo(plan.hash());
  }

  @Test
  void thatMustNotBeUsedAreFoundWherePlansAreMadeAndRulesAreKnown() {
    RunPlan plan = plan("${secrets.db_password}${secrets.other}");
    SecretRules rules =
        new SecretRules(
            Map.of(
                "dbpassword",
                new SecretRules.Allowed(
                    List.of(new ClusterPattern("p")), List.of(ClusterPattern.ALL))));
    assertThat(PlannedSecrets.refused(plan, "p", new ClusterName("demo"), rules))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.path()).isEqualTo("/stages/0/steps/0/args");
          assertThat(finding.message()).contains("secret 'other' is not known");
        });
    assertThat(PlannedSecrets.refused(plan, "q", new ClusterName("demo"), rules))
        .extracting(Finding::message)
        .anyMatch(message -> message.contains("not allowed for playbook 'q'"))
        .hasSize(2);
  }

  private static RunPlan plan(String argument) {
    return PlaybookTexts.plan(
        PLAYBOOK.replace("ARGUMENT", argument), "{}", PlaybookTexts.cluster(1));
  }

  private static Rendered render(String template, String params) {
    Scope scope =
        new Scope(
            WireFormat.JSON.readTree(params),
            new ClusterName("prod"),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Map.of());
    return Expressions.render(text(template), scope);
  }

  private static JsonNode text(String value) {
    return WireFormat.JSON.getNodeFactory().stringNode(value);
  }
}
