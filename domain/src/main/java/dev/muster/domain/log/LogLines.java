package dev.muster.domain.log;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the pieces of one log into lines, wherever the pieces end: in the middle of a line, or of a
 * character. Holds at most one line. A line that is longer than {@value #LONGEST} bytes becomes
 * several; bytes that are no UTF-8 become U+FFFD.
 */
public final class LogLines {

  /** In bytes. */
  public static final int LONGEST = 64 * 1024;

  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private long next;

  /** For a log that is read from an offset on. */
  public LogLines(long from) {
    this.next = from;
  }

  /** What there is to show. */
  public sealed interface Item {

    /** Where it begins in the log. */
    long offset();

    /** A line without its end. */
    record Line(long offset, String text) implements Item {}

    /** So many bytes that were printed here are not there. */
    record LeftOut(long offset, long bytes) implements Item {}
  }

  /** Up to which byte it has got everything. */
  public long next() {
    return next;
  }

  /** Takes a piece; what begins later than what was taken before ended leaves something out. */
  public List<Item> take(long offset, byte[] bytes) {
    List<Item> items = new ArrayList<>(skipTo(offset));
    int from = (int) Math.min(bytes.length, next - offset);
    for (int at = from; at < bytes.length; at++) {
      next++;
      if (bytes[at] == '\n') {
        items.add(line(1));
      } else {
        begun.write(bytes[at]);
        if (begun.size() >= LONGEST) {
          longLine(items);
        }
      }
    }
    return items;
  }

  /** What lies before {@code offset} and was not taken is not there. */
  public List<Item> skipTo(long offset) {
    if (offset <= next) {
      return List.of();
    }
    List<Item> items = new ArrayList<>(end());
    items.add(new Item.LeftOut(next, offset - next));
    next = offset;
    return items;
  }

  /** A line without an end, if there is one: nothing more comes. */
  public List<Item> end() {
    return begun.size() == 0 ? List.of() : List.of(line(0));
  }

  private Item line(int ending) {
    byte[] bytes = begun.toByteArray();
    begun.reset();
    boolean returned = ending > 0 && bytes.length > 0 && bytes[bytes.length - 1] == '\r';
    return new Item.Line(
        next - bytes.length - ending,
        new String(bytes, 0, returned ? bytes.length - 1 : bytes.length, StandardCharsets.UTF_8));
  }

  /** All but a character that is not complete. */
  private void longLine(List<Item> items) {
    byte[] bytes = begun.toByteArray();
    int whole = bytes.length;
    while (whole > bytes.length - 3 && (bytes[whole - 1] & 0xC0) == 0x80) {
      whole--;
    }
    boolean begins = (bytes[whole - 1] & 0xC0) == 0xC0;
    int cut = begins && !isComplete(bytes, whole - 1) ? whole - 1 : bytes.length;
    items.add(
        new Item.Line(next - bytes.length, new String(bytes, 0, cut, StandardCharsets.UTF_8)));
    begun.reset();
    begun.write(bytes, cut, bytes.length - cut);
  }

  private static boolean isComplete(byte[] bytes, int lead) {
    int length = (bytes[lead] & 0xE0) == 0xC0 ? 2 : (bytes[lead] & 0xF0) == 0xE0 ? 3 : 4;
    return bytes.length - lead >= length;
  }
}
