package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.UpdateConfigs.config;
import static dev.muster.domain.autopilot.UpdateConfigs.findings;
import static dev.muster.domain.autopilot.UpdateConfigs.whole;
import static dev.muster.domain.autopilot.UpdateConfigs.withCommands;
import static dev.muster.domain.autopilot.UpdateConfigs.withStrategy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.Window;
import dev.muster.domain.timetable.GoCron;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UpdateConfigReaderTest {

  private static final String ALL_DAY =
      "upgradeStrategy: {type: periodic, periodic: {startTime: '00:00', length: 24h}}";

  /** Of case 49: the configuration of the upstream test, to the letter. */
  @Test
  void case49TheConfigurationOfAutopilotsOwnTestIsTaken() {
    UpdateConfig config =
        config(
            """
            apiVersion: autopilot.k0sproject.io/v1beta2
            kind: UpdateConfig
            metadata:
              name: autopilot
            spec:
              channel: latest
              updateServer: http://172.17.0.3
              upgradeStrategy:
                type: periodic
                periodic:
                  days: [Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday]
                  startTime: 00:00
                  length: 24h
              planSpec:
                commands:
                - k0supdate:
                    forceupdate: true
                    targets:
                      controllers:
                        discovery:
                          selector: {}
                      workers:
                        discovery:
                          selector: {}
            """);
    assertThat(config.channel()).isEqualTo("latest");
    assertThat(config.server()).isEqualTo("http://172.17.0.3");
    assertThat(config.strategy())
        .isEqualTo(
            new UpdateConfig.Strategy.Periodic(
                new Window(
                    new TreeSet<>(Set.of(DayOfWeek.values())),
                    LocalTime.MIDNIGHT,
                    Duration.ofHours(24),
                    ZoneId.of("UTC"))));
    assertThat(config.commands()).hasSize(1);
  }

  @Test
  void case49TheCronOfAutopilotsOwnTestIsTakenWithoutAType() {
    UpdateConfig config = config(withStrategy("{cron: '* * * * * *'}"));
    assertThat(config.strategy()).isInstanceOf(UpdateConfig.Strategy.Scheduled.class);
  }

  @Test
  void whatIsNotSaidIsAsTheCrdHasIt() {
    UpdateConfig config = config(whole("", ALL_DAY));
    assertThat(config.channel()).isEqualTo("stable");
    assertThat(config.server()).isEqualTo("https://updates.k0sproject.io");
    assertThat(config.commands()).containsExactly(UpdatePlan.everybody());
    assertThat(config.beside()).isEmpty();
  }

  @Test
  void whatTypedClientsSendForAbsentValuesIsTaken() {
    UpdateConfig config =
        config(
            whole(
                "",
                "channel: ''",
                "upgradeStrategy: {type: cron, periodic: {}}",
                "planSpec: {commands: null}"));
    assertThat(config.strategy())
        .asInstanceOf(InstanceOfAssertFactories.type(UpdateConfig.Strategy.Scheduled.class))
        .extracting(UpdateConfig.Strategy.Scheduled::cron)
        .isEqualTo(GoCron.parse("@hourly"));
  }

  @Test
  void aServerWithoutSchemeIsAskedByHttps() {
    assertThat(config(whole("", "updateServer: updates.example.org/", ALL_DAY)).server())
        .isEqualTo("https://updates.example.org");
  }

  @Test
  void hoursAreOfTheZoneThatAnAnnotationNames() {
    UpdateConfig config = config(whole("muster.dev/timezone: Europe/Rome", ALL_DAY));
    assertThat(config.strategy())
        .asInstanceOf(InstanceOfAssertFactories.type(UpdateConfig.Strategy.Periodic.class))
        .extracting(periodic -> periodic.window().timezone())
        .isEqualTo(ZoneId.of("Europe/Rome"));
    assertThat(findings(whole("muster.dev/timezone: Mars/Olympus", ALL_DAY)))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.path()).isEqualTo("/metadata/annotations/muster.dev~1timezone");
          assertThat(finding.message()).contains("'Mars/Olympus'", "Europe/Berlin");
        });
  }

  @Test
  void termsOfThePlanStandBesideTheConfigurationAndAreCheckedWithIt() {
    assertThat(config(whole("muster.dev/settle: 30s, owner: ada", ALL_DAY)).beside())
        .containsOnlyKeys("muster.dev/settle");
    assertThat(findings(whole("muster.dev/settle: soon", ALL_DAY)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.path()).contains("settle"));
  }

  /** The example of Autopilot's documentation. */
  @Test
  void aCommandThatHoldsBothKindsIsRefusedWithTheReason() {
    assertThat(
            findings(
                withCommands(
                    "[{k0supdate: {targets: {}}, airgapupdate: {workers: {discovery: {}}}}]")))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.path()).isEqualTo("/spec/planSpec/commands/0");
          assertThat(finding.message()).contains("both", "does only the first", "two commands");
        });
  }

  @Test
  void aCommandThatHoldsNeitherKindIsRefused() {
    assertThat(findings(withCommands("[{}]")))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("neither"));
  }

  @Test
  void versionAndPlatformsAreTheServersAndAreRefused() {
    assertThat(
            findings(withCommands("[{k0supdate: {version: v1.30.0, platforms: {}, targets: {}}}]")))
        .extracting("path")
        .containsExactly(
            "/spec/planSpec/commands/0/k0supdate/version",
            "/spec/planSpec/commands/0/k0supdate/platforms");
  }

  @Test
  void targetsAreRefusedAsInPlansAndAtTheirPlace() {
    assertThat(
            findings(
                withCommands(
                    "[{k0supdate: {targets: {workers: {discovery: {selector: {labels: 'a in ('}}}}}}]")))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.path())
                .startsWith("/spec/planSpec/commands/0/k0supdate/targets/workers"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../admin", "a//b", "/stable", "stable?x=1", "stable channel", "a/.."})
  void aChannelThatIsNoneIsRefused(String channel) {
    assertThat(findings(whole("", "channel: '%s'".formatted(channel), ALL_DAY)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.path()).isEqualTo("/spec/channel"));
  }

  @Test
  void fieldsThatThereAreNotAreRefused() {
    assertThat(findings(whole("", "chanel: stable", ALL_DAY)))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.path()).isEqualTo("/spec/chanel");
          assertThat(finding.message()).contains("channel");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "[]",
        "{}",
        "{spec: 3}",
        "{spec: {upgradeStrategy: []}}",
        "{metadata: {name: 1}}",
        "{spec: {planSpec: {commands: {}}}}",
        "{spec: {planSpec: {commands: [1, null]}}}",
        "{spec: {upgradeStrategy: {type: periodic, periodic: {days: Monday, startTime: 600}}}}"
      })
  void whateverTheJsonIsThereIsAnAnswer(String text) {
    assertThat(findings(text)).isNotEmpty();
  }
}
