package dev.muster.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What of a sensitive text is masked in the bytes of a log. */
final class LogMaskTest {

  private static final LogMask MASK = LogMask.of(List.of("correct-horse", "pin"));

  @Test
  void everyWholeTextIsMaskedAndNoByteIsMoved() {
    assertThat(masked(LogMask::apply, "a correct-horse correct-hors pin"))
        .isEqualTo("a ************* correct-hors pin");
  }

  @Test
  void theRestOfATextIsMaskedWhereItsBeginningWasRotatedAway() {
    assertThat(masked(LogMask::applyAtBeginning, "t-horse. t-horse")).isEqualTo("t-horse. t-horse");
    assertThat(masked(LogMask::applyAtBeginning, "ct-horse. ct-horse"))
        .isEqualTo("********. ct-horse");
    assertThat(masked(LogMask::applyAtBeginning, "orrect-horse")).isEqualTo("************");
  }

  private static String masked(BiConsumer<LogMask, byte[]> how, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    how.accept(MASK, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
