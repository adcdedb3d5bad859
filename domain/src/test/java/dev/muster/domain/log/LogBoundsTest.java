package dev.muster.domain.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.log.LogBounds.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LogBoundsTest {

  private static final long MIB = 1L << 20;

  @Test
  void aQuarterIsTheBeginning() {
    assertThat(LogBounds.of(MIB)).isEqualTo(new LogBounds(MIB / 4, MIB * 3 / 4));
    assertThatThrownBy(() -> new LogBounds(0, 5)).hasMessageContaining("tail 5 (expected");
  }

  @Test
  void noChunkLiesOnBothSidesOfTheBeginningsEnd() {
    assertThat(new LogBounds(100_000, MIB).chunks(new Span(99_000, 400_000)))
        .containsExactly(
            new Span(99_000, 100_000), new Span(100_000, 362_144), new Span(362_144, 400_000));
    assertThat(new LogBounds(100, MIB).chunks(new Span(7, 7))).isEmpty();
  }

  /** Whatever the pieces: the beginning stays, the end stays, and little more. */
  @Test
  void theBeginningAndTheEndStayAndLittleMore() {
    Random random = new Random(1);
    LogBounds bounds = LogBounds.of(MIB);
    List<Span> kept = new ArrayList<>();
    long end = 0;
    for (int i = 0; i < 200; i++) {
      Span piece = new Span(end, end + random.nextInt(300_000));
      kept.addAll(bounds.chunks(piece));
      end = piece.end();
      long gone = bounds.goneUpTo(end);
      kept.removeIf(chunk -> chunk.start() >= bounds.head() && chunk.end() <= gone);
      long bytes = kept.stream().mapToLong(Span::length).sum();
      assertThat(bytes).isBetween(Math.min(end, MIB), MIB + LogBounds.CHUNK);
      assertThat(covers(kept, 0, Math.min(end, bounds.head()))).isTrue();
      assertThat(covers(kept, Math.max(0, end - bounds.tail()), end)).isTrue();
    }
    assertThat(end).isGreaterThan(20 * MIB);
  }

  @Test
  void whatWouldGoAtOnceIsNotFetched() {
    LogBounds bounds = LogBounds.of(MIB);
    assertThat(bounds.next(0, 50 * MIB)).isZero();
    assertThat(bounds.next(MIB / 4, 50 * MIB)).isEqualTo(50 * MIB - MIB * 3 / 4);
    assertThat(bounds.next(MIB / 4, MIB / 2)).isEqualTo(MIB / 4);
    assertThat(bounds.next(50 * MIB, 50 * MIB)).isEqualTo(50 * MIB);
  }

  private static boolean covers(List<Span> chunks, long from, long to) {
    long at = from;
    for (Span chunk : chunks) {
      if (chunk.start() <= at && chunk.end() > at) {
        at = chunk.end();
      }
    }
    return at >= to;
  }
}
