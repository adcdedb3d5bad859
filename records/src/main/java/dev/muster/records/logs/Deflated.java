package dev.muster.records.logs;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Bytes as they are stored. What is printed takes a tenth of its room so, and little time. */
final class Deflated {

  private static final int BUFFER = 8192;

  private Deflated() {}

  static byte[] of(byte[] bytes, int from, int to) {
    try (Deflater deflater = new Deflater(Deflater.BEST_SPEED, true)) {
      deflater.setInput(bytes, from, to - from);
      deflater.finish();
      ByteArrayOutputStream packed = new ByteArrayOutputStream(BUFFER);
      byte[] buffer = new byte[BUFFER];
      while (!deflater.finished()) {
        packed.write(buffer, 0, deflater.deflate(buffer));
      }
      return packed.toByteArray();
    }
  }

  /**
   * As they were.
   *
   * @param length how many they were
   */
  static byte[] plain(byte[] packed, int length) {
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(packed);
      byte[] bytes = new byte[length];
      int at = 0;
      while (at < length) {
        int more = inflater.inflate(bytes, at, length - at);
        if (more == 0) {
          throw new IllegalStateException("a chunk of a log ends early: the database was edited");
        }
        at += more;
      }
      return bytes;
    } catch (DataFormatException damaged) {
      throw new IllegalStateException("a chunk of a log cannot be read", damaged);
    }
  }
}
