package dev.muster.domain.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class FingerprintTest {

  /** SHA-256 of "abc", as FIPS 180 has it. */
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void itIsSha256InHex() {
    assertThat(Fingerprint.of("abc").value()).isEqualTo(ABC);
    assertThat(Fingerprint.of("abc").bytes()).hasSize(32).startsWith(0xba, 0x78);
  }

  @Test
  void itIsReadAsOpensslWritesIt() {
    String colons = ABC.toUpperCase(java.util.Locale.ROOT).replaceAll("(..)(?!$)", "$1:");
    assertThat(new Fingerprint(colons)).isEqualTo(Fingerprint.of("abc"));
  }

  @Test
  void whatIsNoneIsRefused() {
    assertThatThrownBy(() -> new Fingerprint(ABC.substring(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("64 of 0-9 and a-f");
  }

  @Test
  void onlyTheSameMatches() {
    assertThat(Fingerprint.of("abc").matches(new Fingerprint(ABC))).isTrue();
    assertThat(Fingerprint.of("abc").matches(Fingerprint.of("abd"))).isFalse();
  }
}
