package dev.muster.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.identity.SignalTrust;
import org.junit.jupiter.api.Test;

final class SignalSettingTest {

  @Test
  void signalsAreBelievedByThemselvesOnEnginesThatMusterStartedAlone() {
    assertThat(SignalSetting.read("auto", "embedded")).isEqualTo(SignalTrust.TRUSTED);
    assertThat(SignalSetting.read("auto", "dev-server")).isEqualTo(SignalTrust.TRUSTED);
    for (String other : new String[] {"temporal", "server", ""}) {
      assertThat(SignalSetting.read("auto", other)).isEqualTo(SignalTrust.UNTRUSTED);
    }
  }

  @Test
  void whatIsSaidCountsOnEveryEngine() {
    for (String engine : new String[] {"embedded", "dev-server", "temporal"}) {
      assertThat(SignalSetting.read("trusted", engine)).isEqualTo(SignalTrust.TRUSTED);
      assertThat(SignalSetting.read("untrusted", engine)).isEqualTo(SignalTrust.UNTRUSTED);
    }
    assertThatThrownBy(() -> SignalSetting.read("yes", "embedded"))
        .isInstanceOf(SettingProblem.class)
        .hasMessageContaining("'yes' (expected: auto, trusted or untrusted)");
  }
}
