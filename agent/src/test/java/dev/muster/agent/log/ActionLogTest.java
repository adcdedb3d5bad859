package dev.muster.agent.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ActionLogTest {

  @TempDir Path folder;

  @Test
  void keepsTheBeginningAndTheNewestBytesUnderTheirOffsets() throws Exception {
    StringBuilder all = new StringBuilder();
    try (ActionLog log = ActionLog.open(folder, 1000)) {
      for (int i = 0; i < 20_000; i++) {
        String line = "line " + i;
        all.append(line).append('\n');
        log.line(line);
      }
      assertThat(log.length()).isEqualTo(all.length());
    }
    ActionLog.Chunk head = ActionLog.read(folder, 0, 100_000);
    assertThat(text(head)).isEqualTo(all.substring(0, head.bytes().remaining())).hasSize(254);
    assertThat(head.isBeforeGap()).isTrue();
    assertThat(head.end()).isEqualTo(all.length());
    ActionLog.Chunk tail = ActionLog.read(folder, head.next(), 1_000_000);
    assertThat(tail.offset()).isEqualTo(head.next());
    assertThat(text(tail)).isEqualTo(all.substring((int) tail.offset()));
    assertThat(tail.bytes().remaining()).as("while it is written").isBetween(64_000, 67_000);
    assertThat(tail.next()).isEqualTo(all.length());

    ActionLog.trim(folder);

    assertThat(text(ActionLog.read(folder, 0, 100_000))).isEqualTo(text(head));
    ActionLog.Chunk kept = ActionLog.read(folder, head.bytes().remaining(), 100_000);
    assertThat(text(kept)).isEqualTo(all.substring((int) kept.offset())).hasSizeBetween(750, 1020);
    assertThat(ActionLog.isToTrim(folder)).isFalse();
  }

  @Test
  void readsOverSegmentsInPiecesOfAnySize() throws Exception {
    StringBuilder all = new StringBuilder();
    try (ActionLog log = ActionLog.open(folder, 400)) {
      for (int i = 0; i < 100; i++) {
        log.line("line " + i);
        all.append("line ").append(i).append('\n');
      }
    }
    for (int most : new int[] {1, 7, 100, 101, 10_000}) {
      StringBuilder read = new StringBuilder();
      ActionLog.Chunk chunk = ActionLog.read(folder, 0, most);
      while (chunk.bytes().hasRemaining()) {
        assertThat(chunk.isBeforeGap()).isFalse();
        read.append(text(chunk));
        chunk = ActionLog.read(folder, chunk.next(), most);
      }
      assertThat(read.toString()).as("in pieces of " + most).isEqualTo(all.toString());
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
