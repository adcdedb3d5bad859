package dev.muster.agent.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ActionLogTest {

  @TempDir Path folder;

  @Test
  void keepsTheNewestBytesUnderTheirOffsets() throws Exception {
    StringBuilder all = new StringBuilder();
    try (ActionLog log = ActionLog.open(folder, 1000)) {
      for (int i = 0; i < 500; i++) {
        String line = "line " + i;
        all.append(line).append('\n');
        log.line(line);
      }
    }
    ActionLog.Chunk chunk = ActionLog.read(folder, 0, 10_000);
    assertThat(chunk.offset()).isPositive();
    StringBuilder kept = new StringBuilder();
    long from = chunk.offset();
    while (chunk.bytes().hasRemaining()) {
      kept.append(text(chunk));
      chunk = ActionLog.read(folder, chunk.next(), 10_000);
    }
    assertThat(kept.toString()).isEqualTo(all.substring((int) from)).hasSizeBetween(500, 1020);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void goesOnWhereAnotherAgentStopped() throws Exception {
    try (ActionLog log = ActionLog.open(folder, 1000)) {
      log.line("one");
    }
    try (ActionLog log = ActionLog.open(folder, 1000)) {
      log.line("two");
    }
    assertThat(text(ActionLog.read(folder, 0, 100))).isEqualTo("one\ntwo\n");
    assertThat(text(ActionLog.read(folder, 5, 2))).isEqualTo("wo");
  }

  @Test
  void answersAnOffsetBeyondItsEndWithItsEnd() throws Exception {
    try (ActionLog log = ActionLog.open(folder, 1000)) {
      log.line("one");
      assertThat(ActionLog.read(folder, 99, 10).next()).isEqualTo(4);
      assertThat(ActionLog.read(folder.resolve("none"), 0, 10).bytes().hasRemaining()).isFalse();
    }
  }

  @Test
  void takesMoreThanASegmentAtOnce() throws Exception {
    try (ActionLog log = ActionLog.open(folder, 100)) {
      log.append(ByteBuffer.wrap("x".repeat(500).getBytes(StandardCharsets.UTF_8)));
      log.line("end");
    }
    assertThat(text(ActionLog.read(folder, 500, 100))).isEqualTo("end\n");
  }

  private static String text(ActionLog.Chunk chunk) {
    return StandardCharsets.UTF_8.decode(chunk.bytes().duplicate()).toString();
  }
}
