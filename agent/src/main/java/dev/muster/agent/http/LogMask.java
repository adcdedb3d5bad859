package dev.muster.agent.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Masks sensitive texts in bytes of a log, byte by byte, so that offsets stay what they are. A text
 * that is part of every word, because it is that short, stays.
 */
record LogMask(List<byte[]> texts) {

  private static final int LEAST = 4;

  /** So much of a text is taken for it where what was before is gone. */
  private static final int LEAST_EDGE = 8;

  static LogMask of(List<String> values) {
    return new LogMask(
        values.stream()
            .map(value -> value.getBytes(StandardCharsets.UTF_8))
            .filter(text -> text.length >= LEAST)
            .toList());
  }

  /** So many bytes before those that are wanted may belong to a text that reaches into them. */
  int lead() {
    return texts.stream().mapToInt(text -> text.length - 1).max().orElse(0);
  }

  /** Masks every text that is whole in {@code bytes}. */
  void apply(byte[] bytes) {
    byte[] plain = bytes.clone();
    for (byte[] text : texts) {
      for (int at = 0; at + text.length <= plain.length; at++) {
        if (Arrays.equals(plain, at, at + text.length, text, 0, text.length)) {
          Arrays.fill(bytes, at, at + text.length, (byte) '*');
        }
      }
    }
  }

  /**
   * Masks the end of a text with which {@code bytes} begin, when those before were rotated away.
   */
  void applyAtBeginning(byte[] bytes) {
    for (byte[] text : texts) {
      for (int length = Math.min(text.length - 1, bytes.length); length >= LEAST_EDGE; length--) {
        if (Arrays.equals(bytes, 0, length, text, text.length - length, text.length)) {
          Arrays.fill(bytes, 0, length, (byte) '*');
        }
      }
    }
  }

  /** How many bytes at the end may be the beginning of a text, and must wait for the rest of it. */
  int begun(byte[] bytes) {
    int longest = 0;
    for (byte[] text : texts) {
      for (int length = Math.min(text.length - 1, bytes.length); length > longest; length--) {
        if (Arrays.equals(bytes, bytes.length - length, bytes.length, text, 0, length)) {
          longest = length;
        }
      }
    }
    return longest;
  }
}
