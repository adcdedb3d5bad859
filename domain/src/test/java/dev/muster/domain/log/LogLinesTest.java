package dev.muster.domain.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.log.LogLines.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LogLinesTest {

  @Test
  void linesEndWhereTheyEndWhateverThePieces() {
    LogLines lines = new LogLines(0);
    assertThat(lines.take(0, bytes("one\ntw"))).containsExactly(line(0, "one"));
    assertThat(lines.take(6, bytes("o"))).isEmpty();
    assertThat(lines.take(7, bytes("\r\n\nend"))).containsExactly(line(4, "two"), line(9, ""));
    assertThat(lines.end()).containsExactly(line(10, "end"));
    assertThat(lines.end()).isEmpty();
    assertThat(lines.next()).isEqualTo(13);
  }

  @Test
  void aCharacterThatIsCutInTheMiddleIsWhole() {
    byte[] bytes = bytes("Größe € 𝄞\n");
    for (int cut = 0; cut < bytes.length; cut++) {
      LogLines lines = new LogLines(0);
      List<Item> items = new ArrayList<>(lines.take(0, Arrays.copyOf(bytes, cut)));
      items.addAll(lines.take(cut, Arrays.copyOfRange(bytes, cut, bytes.length)));
      assertThat(items).containsExactly(line(0, "Größe € 𝄞"));
    }
  }

  @Test
  void aLineThatIsTooLongBecomesSeveralAndNoCharacterIsCut() {
    for (int before = 0; before < 4; before++) {
      String text = "x".repeat(before) + "𝄞€ä".repeat(20_000);
      LogLines lines = new LogLines(0);
      List<Item> items = new ArrayList<>(lines.take(0, bytes(text + "\n")));
      assertThat(items)
          .hasSize(3)
          .allMatch(one -> text(one).getBytes(StandardCharsets.UTF_8).length <= LogLines.LONGEST);
      assertThat(String.join("", items.stream().map(LogLinesTest::text).toList())).isEqualTo(text);
      assertThat(items.get(1).offset()).isEqualTo(bytes(text(items.get(0))).length);
    }
  }

  @Test
  void bytesThatAreNoTextEndNothing() {
    byte[] binary = new byte[200_000];
    new Random(7).nextBytes(binary);
    LogLines lines = new LogLines(0);
    lines.take(0, binary);
    lines.end();
    assertThat(lines.next()).isEqualTo(binary.length);
    Arrays.fill(binary, (byte) 0x80);
    assertThat(new LogLines(0).take(0, binary)).hasSize(3);
  }

  @Test
  void whatIsNotThereIsSaidAtItsPlaceAndWhatComesTwiceIsShownOnce() {
    LogLines lines = new LogLines(0);
    assertThat(lines.take(0, bytes("one\ntw"))).containsExactly(line(0, "one"));
    assertThat(lines.take(100, bytes("o\nthree\n")))
        .containsExactly(
            line(4, "tw"), new Item.LeftOut(6, 94), line(100, "o"), line(102, "three"));
    assertThat(lines.take(102, bytes("three\nfour\n"))).containsExactly(line(108, "four"));
    assertThat(lines.skipTo(50)).isEmpty();
    assertThat(lines.skipTo(120)).containsExactly(new Item.LeftOut(113, 7));
  }

  @Test
  void anyCutsGiveTheSameLines() {
    Random random = new Random(42);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      text.append("é€".repeat(random.nextInt(20))).append(random.nextInt(3) == 0 ? "\r\n" : "\n");
    }
    byte[] bytes = bytes(text.toString());
    List<Item> whole = new LogLines(0).take(0, bytes);
    for (int round = 0; round < 50; round++) {
      LogLines lines = new LogLines(0);
      List<Item> items = new ArrayList<>();
      for (int at = 0; at < bytes.length; ) {
        int end = Math.min(bytes.length, at + 1 + random.nextInt(300));
        items.addAll(lines.take(at, Arrays.copyOfRange(bytes, at, end)));
        at = end;
      }
      assertThat(items).isEqualTo(whole);
    }
  }

  private static Item line(long offset, String text) {
    return new Item.Line(offset, text);
  }

  private static String text(Item item) {
    return item instanceof Item.Line(long offset, String text) ? text : "";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
