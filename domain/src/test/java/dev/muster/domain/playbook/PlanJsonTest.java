package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.cluster;
import static dev.muster.domain.playbook.PlaybookTexts.plan;
import static dev.muster.domain.playbook.PlaybookTexts.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.protocol.WireFormat;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Plans are stored and shown, so their JSON must not change unawares. */
final class PlanJsonTest {

  private static final String EXPECTED =
      """
      {"params": {},
       "stages": [{
         "plan": {
           "index": 0, "name": "all", "kind": "FORWARD",
           "approval": {"required": 2, "from": ["ada", "bob"], "requesterMay": false,
                        "timeout": "PT1H"},
           "when": "cluster.name == 'demo'",
           "rules": {
             "targets": 3, "concurrency": 3, "batches": [1, 1, 1], "maxFailures": 0,
             "minHealthy": 0, "exclusive": false,
             "settle": {"delay": "PT0S", "stable": "PT30S", "timeout": "PT5M30S"},
             "windows": [{"days": ["MONDAY", "FRIDAY"], "start": "22:00:00",
                          "length": "PT6H", "timezone": "Europe/Rome"}]},
           "steps": [{"name": "a", "kind": "test.ping", "args": {"n": 1},
                      "when": "node.id != 'x'", "timeout": "PT10M", "retries": 0,
                      "retryDelay": "PT0S"}],
           "onFailure": "STOP"},
         "nodes": [{"node": "node-1", "batch": 0}, {"node": "node-2", "batch": 1},
                   {"node": "node-3", "batch": 2}]}]}
      """;

  @Test
  void aPlanIsWrittenLikeThis() {
    RunPlan plan =
        plan(
            stage(
                "approval: {required: 2, from: [ada, bob], timeout: 1h}",
                "when: cluster.name == 'demo'",
                "batches: [1, 50%]",
                "windows: [{days: [Fri, Mon], start: \"22:00\", length: 6h, timezone: Europe/Rome}]",
                "settle: {stable: 30s}",
                "steps: [{name: a, action: test.ping, when: node.id != 'x', args: {n: 1}}]"),
            "{}",
            cluster(3));

    JsonNode expected = WireFormat.JSON.readTree(EXPECTED);
    JsonNode written = WireFormat.JSON.valueToTree(plan);

    assertThat(written.path("hash").stringValue()).matches("[0-9a-f]{64}");
    assertThat(((ObjectNode) written).without("hash")).isEqualTo(expected);
    assertThat(WireFormat.JSON.treeToValue(WireFormat.JSON.valueToTree(plan), RunPlan.class))
        .isEqualTo(plan);
  }

  @Test
  void aFindingIsWrittenLikeThis() {
    assertThat(WireFormat.JSON.writeValueAsString(new Finding("/stages/0", "wrong")))
        .isEqualTo("{\"path\":\"/stages/0\",\"message\":\"wrong\"}");
  }
}
