package dev.muster.agent.process;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The newest bytes of a stream. */
final class Tail {

  /** What outputs of an action are cut to. */
  static final int LIMIT = 16 * 1024;

  private byte[] kept = new byte[0];
  private boolean cut;

  void add(ByteBuffer bytes) {
    ByteBuffer more = bytes.duplicate();
    byte[] all = Arrays.copyOf(kept, kept.length + more.remaining());
    more.get(all, kept.length, more.remaining());
    cut |= all.length > LIMIT;
    kept = all.length > LIMIT ? Arrays.copyOfRange(all, all.length - LIMIT, all.length) : all;
  }

  /** Something before the newest bytes is known to be missing. */
  void cut() {
    cut = true;
  }

  /** The text without line ends at its end, as a shell's {@code $(…)} gives it. */
  Output output() {
    String text = new String(kept, StandardCharsets.UTF_8);
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return new Output(text.substring(0, end), cut);
  }
}
