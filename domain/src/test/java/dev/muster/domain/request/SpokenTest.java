package dev.muster.domain.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SpokenTest {

  @Test
  void aNameIsOneLineThatCanBePrinted() {
    assertThat(Spoken.whyNot("Zoë of ops", "two\nlines")).isEmpty();
    assertThat(Spoken.whyNot("\nb", "")).isPresent();
    assertThat(Spoken.whyNot("\tb", "")).isPresent();
    assertThat(Spoken.whyNot("a\nb", "")).contains("by: 'a b' (expected: printable characters)");
    assertThat(Spoken.whyNot("\u202eada", ""))
        .contains("by: '\uFFFDada' (expected: printable characters)");
  }

  @Test
  void whatIsTooLongIsRefusedAndKeptShort() {
    String long129 = "x".repeat(Spoken.LONGEST_NAME + 1);
    assertThat(Spoken.whyNot(long129, ""))
        .contains("by: 129 characters (expected: a name of at most 128)");
    assertThat(Spoken.name(long129)).hasSize(Spoken.LONGEST_NAME).endsWith("x…");
    String long128 = long129.substring(1);
    assertThat(Spoken.whyNot(long128, "")).isEmpty();
    assertThat(Spoken.name(long128)).isEqualTo(long128);
    String long2001 = "y".repeat(Spoken.LONGEST_WHY + 1);
    assertThat(Spoken.whyNot("ada", long2001))
        .contains("why: 2001 characters (expected: at most 2000)");
    assertThat(Spoken.whyNot("ada", long2001.substring(1))).isEmpty();
    assertThat(Spoken.text(long2001)).hasSize(Spoken.LONGEST_WHY).endsWith("y…");
  }

  @Test
  void coloursOfATerminalDoNotPass() {
    assertThat(Spoken.text("\u001b[31mred\tand\nmore")).isEqualTo("\uFFFD[31mred\tand\nmore");
  }
}
