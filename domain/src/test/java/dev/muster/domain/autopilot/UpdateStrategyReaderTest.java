package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.UpdateConfigs.findings;
import static dev.muster.domain.autopilot.UpdateConfigs.withStrategy;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When an update configuration is to look, as far as it is refused. */
final class UpdateStrategyReaderTest {

  @ParameterizedTest
  @CsvSource({
    "Tuesdays, did you mean 'Tuesday'?",
    "mon, did you mean 'Monday'?",
    "SATURDAY, did you mean 'Saturday'?",
    "Freitag, 'expected: Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday'"
  })
  void aWeekdayThatIsNoneIsRefusedWithAHint(String day, String hint) {
    assertThat(
            findings(
                withStrategy(
                    "{type: periodic, periodic: {days: [Monday, %s], startTime: '13:00', length: 2h}}"
                        .formatted(day))))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.path()).isEqualTo("/spec/upgradeStrategy/periodic/days/1");
          assertThat(finding.message()).contains("'" + day + "'", "never", hint);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"25:00", "12:60", "noon", "1200", "12:00:00", "-1:00"})
  void aStartThatIsNoneIsRefused(String start) {
    assertThat(
            findings(
                withStrategy(
                    "{type: periodic, periodic: {startTime: '%s', length: 2h}}".formatted(start))))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.path()).isEqualTo("/spec/upgradeStrategy/periodic/startTime");
          assertThat(finding.message()).contains(start, "expected: HH:MM");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "1d", "PT2H", "-2h", "0s", "30s", "200h"})
  void aLengthThatIsNoneIsRefused(String length) {
    assertThat(
            findings(
                withStrategy(
                    "{type: periodic, periodic: {startTime: '10:00', length: '%s'}}"
                        .formatted(length))))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.path()).isEqualTo("/spec/upgradeStrategy/periodic/length");
          assertThat(finding.message()).contains(length, "expected");
        });
  }

  @Test
  void aWindowWithoutStartOrLengthIsRefusedBecauseItNeverOpens() {
    assertThat(findings(withStrategy("{type: periodic}")))
        .extracting("path")
        .containsExactly(
            "/spec/upgradeStrategy/periodic/startTime", "/spec/upgradeStrategy/periodic/length");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{type: ''}", "{type: daily}"})
  void aStrategyOfNoTypeIsRefused(String strategy) {
    assertThat(findings(withStrategy(strategy)))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.path()).isEqualTo("/spec/upgradeStrategy/type");
          assertThat(finding.message()).contains("expected: periodic", "cron");
        });
  }

  @Test
  void whatCountsForNothingIsRefused() {
    assertThat(
            findings(
                withStrategy(
                    "{type: periodic, cron: '@daily', periodic: {startTime: '10:00', length: 2h}}")))
        .extracting("path")
        .containsExactly("/spec/upgradeStrategy/cron");
    assertThat(
            findings(
                withStrategy(
                    "{type: cron, cron: '@daily', periodic: {startTime: '10:00', length: 2h}}")))
        .extracting("path")
        .containsExactly("/spec/upgradeStrategy/periodic");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "0 3 * * *", "99 * * * * *"})
  void aCronExpressionThatIsNoneIsRefused(String cron) {
    assertThat(findings(withStrategy("{type: cron, cron: '%s'}".formatted(cron))))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.path()).isEqualTo("/spec/upgradeStrategy/cron");
          assertThat(finding.message()).contains("expected");
        });
  }
}
