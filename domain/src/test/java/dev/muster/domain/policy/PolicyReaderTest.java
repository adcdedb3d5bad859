package dev.muster.domain.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.playbook.Finding;
import dev.muster.domain.policy.PolicyReading.Faulty;
import dev.muster.domain.policy.PolicyReading.Fit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PolicyReaderTest {

  @Test
  void readsAPolicyWithAllThatItsTypeKnows() {
    PolicyReading reading =
        PolicyReader.read(
            """
            apiVersion: muster/v1
            kind: Policy
            metadata: {name: web-in, description: two at a time}
            spec:
              type: scaling
              properties:
                event: CLUSTER_SCALE_IN
                adjustment: {type: CHANGE_IN_PERCENTAGE, number: 12.5, min_step: 2, best_effort: true, cooldown: 60}
            """);

    assertThat(reading)
        .isInstanceOfSatisfying(
            Fit.class,
            read -> {
              assertThat(read.document().name()).isEqualTo(new PolicyName("web-in"));
              assertThat(read.document().description()).isEqualTo("two at a time");
              assertThat(read.document().type().type()).isEqualTo("scaling");
              assertThat(read.document().properties().at("/adjustment/number").doubleValue())
                  .isEqualTo(12.5);
            });
  }

  @Test
  void whatHasDefaultsNeedsNoProperties() {
    assertThat(List.of("deletion", "batch", "affinity"))
        .allSatisfy(type ->
            assertThat(PolicyReader.read(document("type: " + type))).isInstanceOf(Fit.class));
    assertThat(List.of("scaling", "health", "cel", "steps", "zone_placement"))
        .allSatisfy(type ->
            assertThat(PolicyReader.read(document("type: " + type))).isInstanceOf(Faulty.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "type: scalling | /spec/type | 'scalling' (expected: one of",
        "{type: scaling, properties: {event: UP}} | /spec/properties/event | 'UP' (expected: CLUSTER_SCALE_IN or CLUSTER_SCALE_OUT)",
        "{type: scaling, properties: {event: CLUSTER_SCALE_IN, adjustment: {nmber: 2}}} | /spec/properties/adjustment/nmber | unknown field 'nmber' (did you mean 'number'?)",
        "{type: scaling, properties: {event: CLUSTER_SCALE_IN, adjustment: {number: -2}}} | /spec/properties/adjustment/number | -2 (expected: how many members",
        "{type: scaling, properties: {event: CLUSTER_SCALE_IN, adjustment: {number: 1.5}}} | /spec/properties/adjustment/number | 1.5 (expected: a whole number, unless",
        "{type: scaling, properties: {event: CLUSTER_SCALE_IN, adjustment: {min_step: 2}}} | /spec/properties/adjustment/min_step | 2 (expected: only with",
        "{type: deletion, properties: {criteria: NEWEST}} | /spec/properties/criteria | 'NEWEST' (expected: RANDOM, OLDEST_FIRST",
        "{type: deletion, properties: {hooks: {type: zaqar, params: {url: 'http://h'}}}} | /spec/properties/hooks/type | 'zaqar' (expected: webhook)",
        "{type: deletion, properties: {hooks: {type: webhook, params: {url: 'http://h', key: plain}}}} | /spec/properties/hooks/params/key | 'plain' (expected: a reference to a secret",
        "{type: batch, properties: {max_batch_size: 0}} | /spec/properties/max_batch_size | 0 (expected: how many members",
        "{type: zone_placement, properties: {zones: [{name: a}, {name: a}]}} | /spec/properties/zones/1/name | 'a' is there twice",
        "{type: affinity, properties: {policies: apart}} | /spec/properties/policies | 'apart' (expected: soft-anti-affinity",
        "{type: loadbalance, properties: {}} | /spec/properties | 0 entries (expected: a map: removing, added, or both)",
        "{type: loadbalance, properties: {added: [{kind: http, args: {url: 'http://x/${member.nam}'}}]}} | /spec/properties/added/0/args/url | '${member.nam}' (expected: ${member.name}",
        "{type: steps, properties: {added: [{kind: http, args: {token: '${secrets.lb}'}}]}} | /spec/properties/added/0/args/token | '${secrets.lb}' (expected: ${member.name}",
        "{type: steps, properties: {added: [{kind: Http}]}} | /spec/properties/added/0/kind | 'Http' (expected: what is done",
        "{type: cel, properties: {before: 'members.'}} | /spec/properties/before | ${members.}: ",
        "{type: cel, properties: {after: 'membrs.size() > 1'}} | /spec/properties/after | 'membrs'",
        "{type: cel, properties: {kinds: [cluster.resize]}} | /spec/properties | there is no expression (expected: before, after, or both)",
        "{type: steps, properties: {kinds: [cluster.resize]}} | /spec/properties | there are no steps (expected: removing, added, or both)",
        "{type: health, properties: {detection: {detection_modes: [{type: NODE_STATUS_POLL_URL}]}}} | /spec/properties/detection/detection_modes/0 | 'options' is missing",
        "{type: health, properties: {detection: {detection_modes: [{type: NODE_STATUS_POLLING, options: {poll_url: 'http://x'}}]}}} | /spec/properties/detection/detection_modes/0/options | expected",
        "{type: health, properties: {detection: {detection_modes: [{type: NODE_STATUS_POLL_URL, options: {poll_url: 'http://x', poll_url_healthy_response: '['}}]}}} | /spec/properties/detection/detection_modes/0/options/poll_url_healthy_response | '[' is no regular expression"
      })
  void saysWhereAndWhyAPolicyIsNone(String spec, String path, String message) {
    PolicyReading reading = PolicyReader.read(document(spec));

    assertThat(reading).isInstanceOf(Faulty.class);
    List<Finding> findings = ((Faulty) reading).findings();
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().path()).isEqualTo(path);
    assertThat(findings.getFirst().message()).startsWith("line ").contains(message);
  }

  @Test
  void aDocumentOfAnotherKindIsRefused() {
    assertThat(PolicyReader.read("apiVersion: muster/v1\nkind: Playbook\n"))
        .isInstanceOf(Faulty.class);
    assertThat(PolicyReader.read("[1, 2]")).isInstanceOf(Faulty.class);
    assertThat(PolicyReader.read("")).isInstanceOf(Faulty.class);
    assertThat(PolicyReader.read("a: [")).isInstanceOf(Faulty.class);
  }

  private static String document(String spec) {
    return "apiVersion: muster/v1\nkind: Policy\nmetadata: {name: p}\nspec:\n  "
        + spec.replace("\n", "\n  ")
        + "\n";
  }
}
