package dev.muster.domain.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.SameRunDecision.Params;
import dev.muster.domain.run.SameRunDecision.Recorded;
import dev.muster.domain.run.SameRunDecision.Wanted;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class SameRunDecisionTest {

  private static final ClusterName PROD = new ClusterName("prod");
  private static final JsonNode DECLARED = json("{\"wave\": {\"default\": 2}, \"to\": {}}");
  private static final Recorded RUN =
      new Recorded(PROD, "upgrade", 3, json("{\"wave\": 2, \"to\": \"7.1\"}"), "patch", "OPS-1");

  @Test
  void whatIsNotSentIsNotComparedAndAParameterThatIsNotSentMeansItsDefault() {
    assertThat(difference(wanted(PROD, "upgrade", Optional.empty(), sent("{\"to\": \"7.1\"}"))))
        .isEmpty();
    assertThat(difference(wanted(PROD, "upgrade", Optional.of(3), sent("{\"to\": \"7.1\"}"))))
        .isEmpty();
    assertThat(
            difference(
                wanted(PROD, "upgrade", Optional.of(3), sent("{\"to\": \"7.1\", \"wave\": 2.0}"))))
        .isEmpty();
  }

  @Test
  void otherParametersAreAnotherRunAndSoIsOneThatHasNoDefaultAndIsNotSent() {
    String other = "it was started with other parameters";
    assertThat(difference(wanted(PROD, "upgrade", Optional.empty(), sent("{\"to\": \"7.2\"}"))))
        .contains(other);
    assertThat(difference(wanted(PROD, "upgrade", Optional.empty(), sent("{}")))).contains(other);
    assertThat(
            difference(
                wanted(PROD, "upgrade", Optional.empty(), sent("{\"to\": \"7.1\", \"x\": 1}"))))
        .contains(other);
    assertThat(
            difference(
                wanted(
                    PROD,
                    "upgrade",
                    Optional.of(3),
                    new Params.Planned(json("{\"to\": \"7.1\", \"wave\": 3}")))))
        .contains(other);
  }

  @Test
  void anotherClusterPlaybookVersionOrTextIsNamed() {
    Params same = new Params.Planned(RUN.params());
    assertThat(difference(wanted(new ClusterName("test"), "upgrade", Optional.of(3), same)))
        .contains("it is a run on cluster prod");
    assertThat(difference(wanted(PROD, "restart", Optional.empty(), same)))
        .contains("it is a run of playbook upgrade version 3");
    assertThat(difference(wanted(PROD, "upgrade", Optional.of(4), same)))
        .contains("it is a run of playbook upgrade version 3");
    assertThat(
            difference(
                new Wanted(
                    PROD, "upgrade", Optional.of(3), same, Optional.of("why"), Optional.empty())))
        .contains("it was started with another reason or ticket");
    assertThat(
            difference(
                new Wanted(
                    PROD, "upgrade", Optional.of(3), same, Optional.of("patch"), Optional.of("-"))))
        .contains("it was started with another reason or ticket");
  }

  private static Optional<String> difference(Wanted wanted) {
    return SameRunDecision.difference(RUN, wanted);
  }

  private static Wanted wanted(
      ClusterName cluster, String playbook, Optional<Integer> version, Params params) {
    return new Wanted(cluster, playbook, version, params, Optional.empty(), Optional.empty());
  }

  private static Params sent(String params) {
    JsonNode json = json(params);
    return new Params.Sent(
        json.properties().stream()
            .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
        DECLARED);
  }

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text);
  }
}
