package dev.muster.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

final class SettingsTest {

  @Test
  void everythingHasADefaultAndCanBeSet() {
    AgentSettings untouched = bind(Map.of());
    AgentSettings set =
        bind(
            Map.of(
                "muster.agents.deadline", "2s",
                "muster.agents.concurrency", "8",
                "muster.agents.token", "s3cret"));

    assertThat(untouched.deadline()).isEqualTo(Duration.ofSeconds(5));
    assertThat(untouched.client().token()).isEmpty();
    assertThat(set.client().deadline()).isEqualTo(Duration.ofSeconds(2));
    assertThat(set.concurrency()).isEqualTo(8);
    assertThat(set.client().token()).isEqualTo(Optional.of("s3cret"));
    assertThat(set.toString()).doesNotContain("s3cret");
  }

  @Test
  void badValueIsNamedWithWhatWouldBeRight() {
    assertThatThrownBy(() -> bind(Map.of("muster.agents.concurrency", "0")))
        .isInstanceOf(BindException.class)
        .rootCause()
        .hasMessage("muster.agents.concurrency: 0 (expected: >= 1)");
    assertThatThrownBy(() -> bind(Map.of("muster.agents.deadline", "0s")))
        .rootCause()
        .hasMessage("muster.agents.deadline: PT0S (expected: > 0)");
  }

  @Test
  void whatIsShownToAgentsIsASetting() {
    AgentSettings set = bind(Map.of("muster.agents.tls.ca-file", "/no/such/file.pem"));
    assertThatThrownBy(set::client)
        .hasMessageContaining("muster.agents.tls.ca-file")
        .hasMessageContaining("/no/such/file.pem");
    assertThatThrownBy(() -> bind(Map.of("muster.agents.tls.certificate-file", "x")))
        .rootCause()
        .hasMessageContaining("muster.agents.tls.key-file: it is not set");
  }

  private static AgentSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("muster.agents", AgentSettings.class);
  }
}
