package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.HEAD;
import static dev.muster.domain.playbook.PlaybookTexts.findings;
import static dev.muster.domain.playbook.PlaybookTexts.playbook;
import static dev.muster.domain.playbook.PlaybookTexts.stage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

final class PlaybookReaderTest {

  private static final String ANCHORED =
      HEAD
          + """
          stages:
            - name: first
              targets: {select: "role=broker", limit: 1}
              steps: &steps
                - {name: ping, action: test.ping, args: {a: 1, b: [true, null, 1.5, "x"]}}
            - name: second
              targets: {select: "role=broker", except: stages.first}
              steps: *steps
          """;

  @Test
  void jsonAndYamlOfTheSameDocumentAreTheSamePlaybook() {
    Playbook yaml = playbook(ANCHORED);
    String json =
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(yaml.definition());

    assertThat(playbook(json.replace("  ", "\t"))).isEqualTo(yaml);
    assertThat(
            ((DocumentReading.Valid) PlaybookReader.read(yaml.definition().toString())).playbook())
        .isEqualTo(yaml);
  }

  @Test
  void aliasesAreExpanded() {
    JsonNode stages = playbook(ANCHORED).definition().path("stages");

    assertThat(stages.path(1).path("steps")).isEqualTo(stages.path(0).path("steps"));
  }

  @Test
  void mergedMapsFillInWhatIsNotSaid() {
    JsonNode step =
        playbook(
                HEAD
                    + """
                    stages:
                      - name: all
                        targets: {select: ""}
                        steps:
                          - &base {name: ping, action: test.ping, timeout: 1m}
                          - {<<: *base, name: pong}
                    """)
            .definition()
            .at("/stages/0/steps/1");

    assertThat(step.path("name").stringValue()).isEqualTo("pong");
    assertThat(step.path("timeout").stringValue()).isEqualTo("1m");
  }

  @Test
  void theHashDoesNotDependOnOrderSpacesOrTheWayNumbersAreWritten() {
    String one =
        stage("concurrency: 2", "steps: [{name: a, action: test.ping, args: {x: 1, y: 2}}]");
    String other =
        stage("steps: [{action: test.ping, args: {y: 2.0, x: 0x1}, name: a}]", "concurrency:   2");

    assertThat(playbook(one).hash()).isEqualTo(playbook(other).hash()).hasSize(64);
    assertThat(playbook(one.replace("2}", "3}")).hash()).isNotEqualTo(playbook(one).hash());
  }

  @Test
  void aStoredDefinitionGivesTheSamePlaybook() {
    Playbook playbook = playbook(ANCHORED);
    JsonNode stored = JsonMapper.shared().readTree(playbook.definition().toString());

    assertThat(Playbook.ofDefinition(stored)).isEqualTo(playbook);
    assertThat(Playbook.ofDefinition(stored).name()).isEqualTo("example");
    assertThatThrownBy(() -> Playbook.ofDefinition(JsonNodeFactory.instance.objectNode()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'stages' is missing");
  }

  @Test
  void findingsComeInTheOrderOfTheDocumentAndNameTheLine() {
    assertThat(
            findings(
                HEAD
                    + """
                    stages:
                      - name: Bad Name
                        targets: {select: ""}
                        steps:
                          - {name: ping, action: test.ping, timeout: soon}
                        concurency: 2
                    """))
        .extracting(finding -> finding.path() + " " + finding.message())
        .containsExactly(
            "/stages/0/name line 5: 'Bad Name' (expected: a name: 1 to 63 lower-case letters, digits"
                + " or '-', as in RFC 1123)",
            "/stages/0/steps/0/timeout line 8: 'soon' (expected: a duration such as 30s, 10m, 2m30s"
                + " or PT10M; or ${…} over params)",
            "/stages/0/concurency line 9: unknown field 'concurency' (did you mean 'concurrency'?)");
  }

  @Test
  void theWholeLanguageIsRead() {
    Playbook playbook =
        playbook(
            """
            apiVersion: muster/v1
            kind: Playbook
            metadata: {name: rolling-restart, description: Restart node by node}
            params:
              service: {type: string, pattern: "^[a-z0-9@.-]+$"}
              concurrency: {default: 1}
            defaults: {timeout: 10m}
            stages:
              - name: canary
                targets: {select: "role=broker,!maintenance", limit: 1}
                steps: &restart
                  - {name: drain, action: exec.command, args: {argv: [/bin/drain, "${node.id}"]}, retries: {max: 2, delay: 10s}}
                  - {name: restart, action: service.restart, args: {name: "${params.service}"}, timeout: 2m}
                  - {name: healthy, action: check.http, when: "${node.role == 'broker'}", args: {url: "http://${node.address}:8080/health"}}
                settle: {wait: 5s, stable: 30s, timeout: 5m}
              - name: rest
                when: stages.canary.failed == 0
                approval: {required: 1, timeout: 24h}
                targets: {select: "role=broker,!maintenance", except: stages.canary}
                concurrency: "${params.concurrency}"
                maxFailures: 1
                minHealthy: "60%"
                windows: [{days: [Mon, Tue, Wed, Thu], start: "22:00", length: 6h, timezone: Europe/Rome}]
                steps: *restart
                onFailure: rollback
            rollback:
              - name: undo
                targets: {touched: true}
                steps: [{name: undo, action: service.start, args: {name: "${params.service}"}}]
            """);

    assertThat(playbook.typed().stages()).hasSize(3);
    assertThat(playbook.typed().stages().getFirst().steps().getLast().when())
        .contains("node.role == 'broker'");
  }

  @Test
  void theSchemaIsPublishedAsItIs() {
    JsonNode schema = JsonMapper.shared().readTree(PlaybookReader.schema());

    assertThat(schema.path("$schema").stringValue())
        .isEqualTo("https://json-schema.org/draft/2020-12/schema");
    assertThat(schema.path("additionalProperties").booleanValue()).isFalse();
  }
}
