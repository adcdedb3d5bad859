package dev.muster.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where to log in, as people type it. */
final class SshTargetTest {

  @Test
  void aWholeAddressBecomesOptionsOfSsh() {
    assertThat(SshTarget.parse("ssh://root@db-1.example.com:2222").arguments())
        .containsExactly("-p", "2222", "-l", "root", "db-1.example.com");
  }

  @Test
  void aNameAloneIsLeftToTheConfigurationOfSsh() {
    assertThat(SshTarget.parse("db-1").arguments()).containsExactly("db-1");
    assertThat(SshTarget.parse("ssh://[::1]:22").arguments()).containsExactly("-p", "22", "::1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ssh://",
        "http://db-1",
        "ssh://-oProxyCommand=id",
        "-oProxyCommand=id",
        "ssh://-l@db-1",
        "ssh://root@db-1/etc",
        "db 1"
      })
  void whatIsNoHostOrAnOptionOfSshIsRefused(String typed) {
    assertThatThrownBy(() -> SshTarget.parse(typed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: such as ssh://root@db-1.example.com:22");
  }
}
