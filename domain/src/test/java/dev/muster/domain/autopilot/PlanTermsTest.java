package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.AutopilotScene.admitted;
import static dev.muster.domain.autopilot.AutopilotScene.annotated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.run.SettleRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

final class PlanTermsTest {

  @Test
  void settlingIsOneDurationOrItsThreeParts() {
    assertThat(terms("settle", "30s").settle())
        .contains(
            new SettleRule(
                Duration.ZERO, Duration.ofSeconds(30), Duration.ofMinutes(5).plusSeconds(30)));
    assertThat(terms("settle", "wait=5s, stable=30s,timeout=5m").settle())
        .contains(
            new SettleRule(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(5)));
  }

  @Test
  void windowsAreDaysStartLengthAndZone() {
    assertThat(
            terms("windows", "Mon-Thu 22:00+6h Europe/Rome; Sat,Sunday 08:00+4h; 01:00+30m")
                .windows())
        .map(Object::toString)
        .containsExactly(
            "Window[days=[MONDAY, TUESDAY, WEDNESDAY, THURSDAY], start=22:00, length=PT6H, timezone=Europe/Rome]",
            "Window[days=[SATURDAY, SUNDAY], start=08:00, length=PT4H, timezone=UTC]",
            "Window[days=[MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY], start=01:00, length=PT30M, timezone=UTC]");
    assertThat(terms("windows", "Fri-Mon 22:00+6h").windows().getFirst().days()).hasSize(4);
  }

  @Test
  void readsEverythingElse() {
    assertThat(terms("batches", "1,10%, 50%").batches())
        .containsExactly(Share.nodes(1), Share.percent(10), Share.percent(50));
    assertThat(terms("node-deadline", "1h").nodeDeadline()).contains(Duration.ofHours(1));
    assertThat(terms("deadline", "2d").deadline()).contains(Duration.ofDays(2));
    assertThat(terms("drain", "skip").draining().cordon()).isEqualTo(PlanTerms.Cordon.SKIPPED);
    assertThat(terms("keep-cordoned", "true").draining().cordon()).isEqualTo(PlanTerms.Cordon.KEPT);
    assertThat(terms("keep-cordoned", "false").draining().cordon())
        .isEqualTo(PlanTerms.Cordon.LIFTED);
    assertThat(terms("drain-timeout", "10m").draining().timeout()).contains(Duration.ofMinutes(10));
    assertThat(terms("drain-grace", "0s").draining().grace()).contains(Duration.ZERO);
    assertThat(terms("approval", "1").care())
        .isEqualTo(new PlanTerms.Care(1, List.of(), Share.nodes(0)));
    assertThat(terms("approval", "2 from ada, group:sre,role:approver").care())
        .isEqualTo(
            new PlanTerms.Care(2, List.of("ada", "group:sre", "role:approver"), Share.nodes(0)));
    assertThat(terms("max-failures", "10%").care().maxFailures()).isEqualTo(Share.percent(10));
    assertThat(terms("after", "edge/autopilot").after())
        .isEqualTo(Optional.of(new PlanTerms.After(new ClusterName("edge"), "autopilot")));
    assertThat(terms("dialect", "seed").dialect()).contains(Dialect.SEED);
  }

  @Test
  void aSlipOfThePenIsToldAndNotPassedOver() {
    assertThat(finding("drain-timout", "10m"))
        .isEqualTo(
            new Finding(
                "/metadata/annotations/muster.dev~1drain-timout",
                "unknown annotation (did you mean 'muster.dev/drain-timeout'?)"));
  }

  @Test
  void skippingADrainAndSayingHowToDrainDoNotFitTogether() {
    ObjectNode object = annotated("muster.dev/drain", "skip");
    ((ObjectNode) object.at("/metadata/annotations")).put("muster.dev/keep-cordoned", "true");

    assertThat(findings(object).getFirst().message()).startsWith("'skip' means that nodes are");
  }

  @Test
  void annotationsOfOthersAreTheirs() {
    assertThat(
            admitted(annotated("kubectl.kubernetes.io/last-applied-configuration", "{}")).terms())
        .isEqualTo(PlanTerms.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "settle|0s",
        "settle|wait=1h,timeout=1s",
        "settle|waits=1h",
        "windows|22:00",
        "windows|Mon 22:00+8d",
        "windows|Mon 22:00+1h Mars/Rome",
        "windows|Moon 22:00+1h",
        "windows|''",
        "batches|0",
        "batches|1,,2",
        "batches|110%",
        "deadline|-1h",
        "deadline|0s",
        "deadline|400d",
        "drain|maybe",
        "keep-cordoned|yes",
        "approval|21",
        "approval|one",
        "approval|1 from",
        "approval|1 from role:boss",
        "max-failures|some",
        "after|autopilot",
        "after|A/b",
        "after|a/B",
        "dialect|old"
      })
  void saysWhatIsExpected(String name, String value) {
    Finding finding = finding(name, value);

    assertThat(finding.path()).isEqualTo("/metadata/annotations/muster.dev~1" + name);
    assertThat(finding.message()).contains("(expected: ");
  }

  private static PlanTerms terms(String name, String value) {
    return admitted(annotated("muster.dev/" + name, value)).terms();
  }

  private static Finding finding(String name, String value) {
    return findings(annotated("muster.dev/" + name, value)).getFirst();
  }

  private static List<Finding> findings(ObjectNode object) {
    return switch (PlanReader.read(object)) {
      case PlanReading.Refused(List<Finding> findings) -> findings;
      case PlanReading.Admitted(AutopilotPlan plan) ->
          throw new AssertionError("admitted: " + plan);
    };
  }
}
