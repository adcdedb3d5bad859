package dev.muster.domain.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WhoAndWhyTest {

  @Test
  void aNameIsOneLineThatCanBePrinted() {
    assertThat(WhoAndWhy.whyNot("Zoë of ops", "two\nlines")).isEmpty();
    assertThat(WhoAndWhy.whyNot("\nb", "")).isPresent();
    assertThat(WhoAndWhy.whyNot("\tb", "")).isPresent();
    assertThat(WhoAndWhy.whyNot("a\nb", "")).contains("by: 'a b' (expected: printable characters)");
    assertThat(WhoAndWhy.whyNot("\u202eada", ""))
        .contains("by: '\uFFFDada' (expected: printable characters)");
  }

  @Test
  void whatIsTooLongIsRefusedAndKeptShort() {
    String long129 = "x".repeat(WhoAndWhy.LONGEST_NAME + 1);
    assertThat(WhoAndWhy.whyNot(long129, ""))
        .contains("by: 129 characters (expected: a name of at most 128)");
    assertThat(WhoAndWhy.name(long129)).hasSize(WhoAndWhy.LONGEST_NAME).endsWith("x…");
    String long128 = long129.substring(1);
    assertThat(WhoAndWhy.whyNot(long128, "")).isEmpty();
    assertThat(WhoAndWhy.name(long128)).isEqualTo(long128);
    String long2001 = "y".repeat(WhoAndWhy.LONGEST_WHY + 1);
    assertThat(WhoAndWhy.whyNot("ada", long2001))
        .contains("why: 2001 characters (expected: at most 2000)");
    assertThat(WhoAndWhy.whyNot("ada", long2001.substring(1))).isEmpty();
    assertThat(WhoAndWhy.text(long2001)).hasSize(WhoAndWhy.LONGEST_WHY).endsWith("y…");
  }

  @Test
  void coloursOfATerminalDoNotPass() {
    assertThat(WhoAndWhy.text("\u001b[31mred\tand\nmore")).isEqualTo("\uFFFD[31mred\tand\nmore");
  }
}
