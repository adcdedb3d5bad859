package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.AutopilotScene.airgap;
import static dev.muster.domain.autopilot.AutopilotScene.controllers;
import static dev.muster.domain.autopilot.AutopilotScene.json;
import static dev.muster.domain.autopilot.AutopilotScene.k0s;
import static dev.muster.domain.autopilot.AutopilotScene.named;
import static dev.muster.domain.autopilot.AutopilotScene.object;
import static dev.muster.domain.autopilot.AutopilotScene.plan;
import static dev.muster.domain.autopilot.AutopilotScene.selected;
import static dev.muster.domain.autopilot.AutopilotScene.workers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.playbook.Finding;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class PlanReaderTest {

  @Test
  void readsWhatTheDocumentOfAutopilotShows() {
    AutopilotPlan plan =
        plan(
            airgap(named("worker0")),
            k0s(controllers("controller0") + "," + workers(2, "worker0")));

    assertThat(plan.name()).isEqualTo("autopilot");
    assertThat(plan.id()).isEqualTo("id123");
    assertThat(plan.terms()).isEqualTo(PlanTerms.NONE);
    assertThat(plan.commands())
        .extracting(PlanCommand::kind)
        .containsExactly(PlanCommand.Kind.AIRGAP_UPDATE, PlanCommand.Kind.K0S_UPDATE);
    assertThat(plan.commands().get(1).waves())
        .containsExactly(
            new PlanCommand.Wave(
                SignalRole.CONTROLLER, new NodeDiscovery.Named(List.of("controller0")), 1),
            new PlanCommand.Wave(
                SignalRole.WORKER, new NodeDiscovery.Named(List.of("worker0")), 2));
  }

  @Test
  void takesWhatTypedClientsSendForAbsentValues() {
    ObjectNode object =
        object(
            """
            {'k0supdate': {'version': 'v1', 'platforms': {'linux-amd64': {'url': 'http://a/b', 'sha256': ''}},
             'targets': {'controllers': {'discovery': {}, 'limits': {}},
                         'workers': {'discovery': {'static': {'nodes': null}}, 'limits': {}}}},
             'airgapupdate': null}\
            """,
            k0s("'controllers': {'discovery': {'static': {}, 'selector': null}}"));
    object.set("status", json("{'state': '', 'commands': null}"));
    ((ObjectNode) object.path("metadata")).putNull("creationTimestamp");

    AutopilotPlan plan = AutopilotScene.admitted(object);

    assertThat(plan.commands().getFirst().waves())
        .containsExactly(
            new PlanCommand.Wave(SignalRole.CONTROLLER, new NodeDiscovery.Nobody(), 1),
            new PlanCommand.Wave(SignalRole.WORKER, new NodeDiscovery.Named(List.of()), 1));
    assertThat(plan.commands().get(1).waves().getFirst().discovery())
        .isEqualTo(new NodeDiscovery.Named(List.of()));
  }

  @Test
  void namesWinOverASelectorBesideThemAndAnEmptySelectorMeansEverybody() {
    String both = "'discovery': {'selector': {'labels': 'a=b'}, 'static': {'nodes': ['n', 'n']}}";
    AutopilotPlan plan =
        plan(airgap(both), airgap("'discovery': {'selector': {}}"), airgap(selected("a=b")));

    assertThat(plan.commands().getFirst().waves().getFirst().discovery())
        .isEqualTo(new NodeDiscovery.Named(List.of("n")));
    assertThat(plan.commands().get(1).waves().getFirst().discovery())
        .hasToString("Selected[labels=, fields=]");
    assertThat(plan.commands().get(2).waves().getFirst().discovery())
        .hasToString("Selected[labels=a=b, fields=]");
  }

  @Test
  void whatControllersHaveAsLimitDoesNothing() {
    AutopilotPlan plan =
        plan(k0s("'controllers': {%s, 'limits': {'concurrent': 0}}".formatted(named("c"))));

    assertThat(plan.commands().getFirst().waves().getFirst().concurrent()).isEqualTo(1);
  }

  @Test
  void fieldsMayAskForTheNameInThreeWays() {
    AutopilotPlan plan =
        plan(
            airgap(
                "'discovery': {'selector': {'fields': 'metadata.name=a,metadata.name==a, metadata.name != b'}}"));

    assertThat(plan.commands().getFirst().waves().getFirst().discovery())
        .hasToString("Selected[labels=, fields=metadata.name=a,metadata.name=a,metadata.name!=b]");
  }

  @Test
  void saysWhatAutopilotWouldDoWithBothOrNeitherMember() {
    String both =
        "{'k0supdate': %s, 'airgapupdate': %s}"
            .formatted(
                json(k0s(workers("w"))).path("k0supdate"),
                json(airgap(named("w"))).path("airgapupdate"));

    assertThat(finding(object(both.replace('"', '\''))))
        .isEqualTo(
            new Finding(
                "/spec/commands/0",
                "it has both k0supdate and airgapupdate, and Autopilot would silently leave out the second (expected: one of them here, and another command for the other)"));
    assertThat(finding(object("{}")).message())
        .startsWith("it has neither k0supdate nor airgapupdate");
  }

  @Test
  void refusesASelectorThatCannotBeReadInsteadOfTakingEveryNode() {
    Finding finding = finding(object(airgap(selected("env in prod"))));

    assertThat(finding.path())
        .isEqualTo("/spec/commands/0/airgapupdate/workers/discovery/selector/labels");
    assertThat(finding.message())
        .startsWith("selector 'env in prod', at character ")
        .contains("Autopilot would take every node instead");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"spec.unschedulable=true", "metadata.name", "metadata.name===a", "=a", "a,"})
  void refusesAFieldThatCannotBeAskedFor(String fields) {
    Finding finding =
        finding(object(airgap("'discovery': {'selector': {'fields': '%s'}}".formatted(fields))));

    assertThat(finding.path())
        .isEqualTo("/spec/commands/0/airgapupdate/workers/discovery/selector/fields");
    assertThat(finding.message())
        .contains("the only field that can be asked for")
        .contains("(expected: metadata.name=NAME or metadata.name!=NAME)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://example.com/k0s",
        "example.com/k0s",
        "https://user:word@example.com/k0s",
        "https:///k0s",
        "https://a/${params.b}",
        "https://a b/",
        ""
      })
  void refusesAnAddressFromWhichNobodyCanDownload(String url) {
    Finding finding = finding(object(k0s(workers("w")).replace("https://example.com/k0s", url)));

    assertThat(finding.path()).isEqualTo("/spec/commands/0/k0supdate/platforms/linux-amd64/url");
    assertThat(finding.message())
        .contains("(expected: an address such as https://example.com/k0s)");
  }

  @Test
  void refusesWhatOnlyLooksLikeAHashOrAPlatform() {
    String hash = k0s(workers("w")).replace("/k0s'}", "/k0s', 'sha256': 'abc'}");
    String platform = k0s(workers("w")).replace("linux-amd64", "linux-x86_64");
    String good =
        k0s(workers("w")).replace("/k0s'}", "/k0s', 'sha256': '%s'}".formatted("aB".repeat(32)));

    assertThat(finding(object(hash)).message())
        .isEqualTo(
            "'abc' (expected: the file's SHA-256 as 64 hexadecimal digits; left out or empty for no check)");
    assertThat(finding(object(platform)).message())
        .startsWith("'linux-x86_64' (expected: a platform as os-arch in Go's names");
    assertThat(plan(good).commands().getFirst().platforms().get("linux-amd64"))
        .isEqualTo(
            new PlanCommand.PlatformFile(
                "https://example.com/k0s", java.util.Optional.of("ab".repeat(32))));
  }

  @Test
  void refusesALimitWithWhichNoNodeWouldEverBeSignalled() {
    assertThat(finding(object(k0s(workers(0, "w")))))
        .isEqualTo(
            new Finding(
                "/spec/commands/0/k0supdate/targets/workers/limits/concurrent",
                "0 (expected: how many workers at once: a whole number from 1 to 1000000; with less, no node would ever be signalled)"));
  }

  @Test
  void namesTheFieldThatItDoesNotKnow() {
    assertThat(finding(object(k0s(workers("w") + ", 'worker': {}"))))
        .isEqualTo(
            new Finding(
                "/spec/commands/0/k0supdate/targets/worker",
                "unknown field 'worker' (did you mean 'workers'?)"));
    assertThat(finding(object(airgap(named("w") + ", 'targets': {}"))).path())
        .isEqualTo("/spec/commands/0/airgapupdate/workers/targets");
  }

  @Test
  void anIdMustBeThereAndACommandNeedsAVersion() {
    ObjectNode object = object();
    ((ObjectNode) object.path("spec")).put("id", "");

    assertThat(finding(object).path()).isEqualTo("/spec/id");
    assertThat(finding(object(k0s(workers("w")).replace("v1.24.12+k0s.0", ""))).path())
        .isEqualTo("/spec/commands/0/k0supdate/version");
    assertThat(finding(object(k0s(workers("w")).replace("v1.24", "${params.v}"))).path())
        .isEqualTo("/spec/commands/0/k0supdate/version");
    assertThat(plan().commands()).isEmpty();
  }

  @Test
  void whateverTheJsonIsThereIsAnAnswer() {
    Random random = new Random(13);
    String good = object(k0s(controllers("c") + "," + workers(2, "w"))).toString();
    for (String odd : List.of("null", "1", "[]", "{}", "{'spec': 1}")) {
      assertThat(PlanReader.read(json(odd))).isInstanceOf(PlanReading.Refused.class);
    }
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      JsonNode damaged = Damage.of(json(good.replace('"', '\'')), random);
      refused += PlanReader.read(damaged) instanceof PlanReading.Refused ? 1 : 0;
    }
    assertThat(refused).isBetween(500, 2000);
  }

  private static Finding finding(JsonNode object) {
    return switch (PlanReader.read(object)) {
      case PlanReading.Refused(List<Finding> findings) -> findings.getFirst();
      case PlanReading.Admitted(AutopilotPlan plan) ->
          throw new AssertionError("admitted: " + plan);
    };
  }

  /** Puts something odd at some place of a document. */
  private static final class Damage {

    static JsonNode of(JsonNode json, Random random) {
      JsonNode at = json;
      while (true) {
        List<String> fields = List.copyOf(at.propertyNames());
        if (!(at instanceof ObjectNode map) || fields.isEmpty()) {
          return json;
        }
        String field = fields.get(random.nextInt(fields.size()));
        if (random.nextInt(4) == 0) {
          map.set(field, odd(random));
          return json;
        }
        JsonNode next = map.path(field);
        at = next.isArray() && !next.isEmpty() ? next.path(0) : next;
      }
    }

    private static JsonNode odd(Random random) {
      return json(
          List.of("null", "-1", "[null]", "{'a': {}}", "''", "'\\u0000'", "true", "[[]]", "1e99")
              .get(random.nextInt(9)));
    }
  }
}
