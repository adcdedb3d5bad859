package dev.muster.domain.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Case 50 of docs/conformance/autopilot.md, TestNewChannelClientChannelURL. */
final class ChannelAddressTest {

  @ParameterizedTest
  @CsvSource({
    "https://example.com, foo, https://example.com/foo/index.yaml",
    "https://example.com/, foo, https://example.com/foo/index.yaml",
    "http://10.0.0.7:8080, stable/v1.30, http://10.0.0.7:8080/stable/v1.30/index.yaml",
    "https://example.com/k0s/channels, foo, https://example.com/k0s/channels/foo/index.yaml",
    "http://[::1]:80, foo, http://[::1]:80/foo/index.yaml"
  })
  void case50TheIndexOfAChannelIsBelowItsServer(String server, String channel, String index) {
    assertThat(ChannelAddress.index(server, channel)).isEqualTo(index);
  }

  @Test
  void case50AServerWithoutSchemeIsAskedByHttps() {
    assertThat(ChannelAddress.index("example.com", "foo"))
        .isEqualTo("https://example.com/foo/index.yaml");
  }

  @Test
  void theOlderProtocolIsToldHowThingsAre() {
    assertThat(
            ChannelAddress.update(
                "http://example.com/",
                "stable",
                new TreeMap<>(
                    Map.of("currentVersion", "v1.30.0+k0s.0", "clusterID", "muster:1&2"))))
        .isEqualTo(
            "http://example.com/stable?clusterID=muster%3A1%262&currentVersion=v1.30.0%2Bk0s.0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ftp://example.com",
        "file:///etc/passwd",
        "https://",
        "https://ada:secret@example.com",
        "https://example.com?x=1",
        "https://example.com/#a",
        "exa mple.com",
        "https:///foo"
      })
  void whatIsNoServerIsRefused(String server) {
    assertThatThrownBy(() -> ChannelAddress.server(server))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: http:// or https://");
  }
}
