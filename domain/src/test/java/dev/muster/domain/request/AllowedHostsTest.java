package dev.muster.domain.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.request.AllowedHosts.Verdict;
import java.net.InetAddress;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For which hosts a server answers. */
final class AllowedHostsTest {

  private static final InetAddress CALLED = InetAddress.ofLiteral("10.0.0.7");
  private static final AllowedHosts HOSTS =
      AllowedHosts.of(List.of("Muster.Example.com.", "192.0.2.1", "2001:DB8::1", "[2001:db8::2]"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LocalHost:8420",
        "localhost.",
        "127.0.0.1",
        "127.9.8.7:1",
        "[::1]:8420",
        "[0:0:0:0:0:0:0:1]",
        "10.0.0.7:7070",
        "muster.example.com",
        "MUSTER.EXAMPLE.COM.:443",
        "192.0.2.1:80",
        "[2001:db8:0::1]",
        "[2001:db8::2]:8420"
      })
  void answersForLoopbackTheAddressThatWasCalledAndWhatIsAllowed(String authority) {
    assertThat(HOSTS.of(authority, CALLED)).isEqualTo(Verdict.ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8420",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "muster.example.com.evil.example",
        "xmuster.example.com",
        "10.0.0.8",
        "0.0.0.0",
        "[::]",
        "[2001:db8::3]",
        "127.1",
        "0177.0.0.1",
        "2130706433",
        "localhost..",
      })
  void doesNotAnswerForAnyOther(String authority) {
    assertThat(HOSTS.of(authority, CALLED)).isEqualTo(Verdict.FOREIGN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        ":8420",
        "::1",
        "[::1",
        "[::1]x",
        "[fe80::1%eth0]",
        "[1.2.3]",
        "user@localhost",
        "localhost:80:80",
        "localhost:port",
        "localhost, evil.example",
        "localhost/x",
        "a b"
      })
  void seesWhatIsNoHost(String authority) {
    assertThat(HOSTS.of(authority, CALLED)).isEqualTo(Verdict.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "muster:8420", "http://muster", "*", "[::1]:80"})
  void aSettingThatIsNoHostIsRefused(String text) {
    Assertions.assertThatThrownBy(() -> AllowedHosts.of(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "'%s' (expected: a name or an address without a port".formatted(text));
  }

  @Test
  void answersForTheseAndThose() {
    AllowedHosts both = AllowedHosts.of(List.of("a.example")).with(HOSTS);
    assertThat(both.of("a.example", CALLED)).isEqualTo(Verdict.ALLOWED);
    assertThat(both.of("muster.example.com", CALLED)).isEqualTo(Verdict.ALLOWED);
  }
}
