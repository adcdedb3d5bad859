package dev.muster.domain.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.AutopilotSettings;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.cluster.SignalRole;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class SettingsPatchTest {

  private static final ClusterSettings CURRENT =
      new ClusterSettings(
          Duration.ofSeconds(30), Duration.ofSeconds(2), Optional.of(7), 3, Duration.ofHours(1));

  @Test
  void whatIsNamedChangesAndTheRestStays() {
    assertThat(apply("{\"busyInterval\":\"PT9S\"}"))
        .isEqualTo(
            new SettingsPatch.Fits(
                new ClusterSettings(
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(9),
                    Optional.of(7),
                    3,
                    Duration.ofHours(1))));
    assertThat(apply("{}")).isEqualTo(new SettingsPatch.Fits(CURRENT));
  }

  @Test
  void withinAutopilotToWhatIsNotNamedStays() {
    SettingsPatch.Fits fits =
        (SettingsPatch.Fits) apply("{\"autopilot\":{\"exclude\":[\"worker\"]}}");
    assertThat(fits.settings().autopilot())
        .isEqualTo(new AutopilotSettings(Dialect.CURRENT, List.of(SignalRole.WORKER)));
    assertThat(apply("{\"autopilot\":{\"dialect\":\"old\"}}"))
        .isInstanceOfSatisfying(
            SettingsPatch.Wrong.class,
            wrong -> assertThat(wrong.text()).contains("current, seed or strict"));
  }

  @Test
  void nullRemovesALimit() {
    assertThat(apply("{\"maxNodesInWork\":null}"))
        .isInstanceOfSatisfying(
            SettingsPatch.Fits.class,
            fits -> assertThat(fits.settings().maxNodesInWork()).isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"agentQueue":0}          | /settings: agentQueue: 0 (expected: 1 to 1000)
          {"agentQueue":1001}       | /settings: agentQueue: 1001 (expected: 1 to 1000)
          {"maxNodesInWork":0}      | /settings: maxNodesInWork: 0 (expected: 1 to 1000000)
          {"idleInterval":"P999999D"} | /settings: idleInterval: PT23999976H (expected: PT0.1S to PT24H)
          {"busyInterval":"PT0.01S"} | /settings: busyInterval: PT0.01S (expected: PT0.1S to PT24H)
          {"unreachableAfter":"P31D"} | /settings: unreachableAfter: PT744H (expected: PT0.1S to PT720H)
          {"idleInterval":30}       | /settings/idleInterval: does not fit (expected: a duration, such as PT30S)
          {"idleInterval":"-PT5S"}  | /settings/idleInterval: '-PT5S' does not fit (expected: a duration, such as PT30S)
          {"agentQueue":"2"}        | /settings/agentQueue: does not fit (expected: a whole number)
          {"agentQueue":null}       | /settings/agentQueue: does not fit (expected: a whole number)
          {"agentQueue":1.5}        | /settings/agentQueue: '1.5' does not fit (expected: a whole number)
          {"agentQueue":9999999999} | /settings/agentQueue: too large or too small (expected: a whole number)
          {"idleInterval":"soon"}   | /settings/idleInterval: 'soon' does not fit (expected: a duration, such as PT30S)
          {"idleInterval":null}     | /settings/idleInterval: missing or null; it is required
          {"maxNodesInWork":[1]}    | /settings/maxNodesInWork: does not fit (expected: a whole number)
          {"agentQeue":1}           | /settings/agentQeue: unknown field (expected: agentQueue, autopilot, busyInterval, idleInterval, maxNodesInWork, unreachableAfter)
          {"agentQeue":null}        | /settings/agentQeue: unknown field (expected: agentQueue, autopilot, busyInterval, idleInterval, maxNodesInWork, unreachableAfter)
          """)
  void whatDoesNotFitIsNamedWithWhatWasExpected(String patch, String expected) {
    assertThat(apply(patch))
        .isInstanceOfSatisfying(
            SettingsPatch.Wrong.class, wrong -> assertThat(wrong.text()).isEqualTo(expected));
  }

  private static SettingsPatch apply(String json) {
    Map<String, JsonNode> patch = new LinkedHashMap<>();
    StrictJson.MAPPER
        .readTree(json)
        .properties()
        .forEach(field -> patch.put(field.getKey(), field.getValue()));
    return SettingsPatch.apply(CURRENT, patch);
  }
}
