package dev.muster.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AccessTokenTest {

  private static final String OF_ZEROS = "muster_" + "0".repeat(43) + "2J28yZ";

  private final Random random = new Random(32);

  @Test
  void readsWhatItMadeAndNothingElse() {
    Set<String> made = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      AccessToken token = AccessToken.of(bytes());
      String text = token.reveal();
      assertThat(text).matches(AccessToken.PATTERN);
      assertThat(AccessToken.read(text).orElseThrow().hash()).isEqualTo(token.hash());
      made.add(text);
    }
    assertThat(made).hasSize(1_000);
  }

  @Test
  void noticesEveryMistypedCharacter() {
    String text = AccessToken.of(bytes()).reveal();
    for (int i = 0; i < text.length(); i++) {
      char other = text.charAt(i) == 'a' ? 'b' : 'a';
      String mistyped = text.substring(0, i) + other + text.substring(i + 1);
      assertThat(AccessToken.read(mistyped)).as(mistyped).isEmpty();
    }
    assertThat(AccessToken.read(text + "0")).isEmpty();
    assertThat(AccessToken.read("")).isEmpty();
  }

  /** Tokens that were given out must be read for ever. */
  @Test
  void theFormAndTheHashStayAsTheyAre() {
    AccessToken token = AccessToken.of(new byte[AccessToken.BYTES]);
    assertThat(token.reveal()).startsWith("muster_" + "0".repeat(43));
    assertThat(AccessToken.read(OF_ZEROS)).isPresent();
    assertThat(HexFormat.of().formatHex(token.hash()))
        .isEqualTo("c474c026776bcc48a0cef8a8029ef14bafc84441c7b76bcd837395a3de763dad");
  }

  @Test
  void neverShowsItselfByAccident() {
    AccessToken token = AccessToken.of(bytes());
    assertThat("" + token).isEqualTo("muster_…");
  }

  @Test
  void isMadeOfAllTheRandomnessThatItPromises() {
    byte[] least = new byte[AccessToken.BYTES];
    byte[] most = new byte[AccessToken.BYTES];
    Arrays.fill(most, (byte) 0xff);
    assertThat(AccessToken.of(most).reveal()).hasSameSizeAs(AccessToken.of(least).reveal());
    assertThatThrownBy(() -> AccessToken.of(new byte[16]))
        .hasMessageContaining("16 bytes (expected: 32)");
  }

  private byte[] bytes() {
    byte[] bytes = new byte[AccessToken.BYTES];
    random.nextBytes(bytes);
    return bytes;
  }
}
