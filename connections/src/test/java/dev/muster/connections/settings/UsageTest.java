package dev.muster.connections.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class UsageTest {

  private final Usage usage = new Usage("muster thing", "Does things.", "/usage.properties");

  @Test
  void whoAsksForHelpGetsTheListOfSettings() {
    Usage.Answer answer = usage.to("--server.port=2", "--help").orElseThrow();
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.text())
        .startsWith("Usage: muster thing [--NAME=VALUE ...]\nDoes things.\n")
        .contains(
            ":\n   server.port        where it listens\n   muster.database.*  the database\n\n")
        .doesNotContain("Defaults of nobody", "server.port=1");
  }

  @Test
  void whatIsNoSettingIsNotPassedOverInSilence() {
    assertThat(usage.to("--server.port=2", "8420"))
        .contains(
            new Usage.Answer(
                "muster thing: '8420' is not a setting (expected: --NAME=VALUE; muster thing --help"
                    + " lists them)",
                Usage.WRONG));
  }

  @Test
  void settingsStartIt() {
    assertThat(usage.to("--server.port=2", "--debug")).isEmpty();
    assertThat(usage.to()).isEmpty();
  }
}
