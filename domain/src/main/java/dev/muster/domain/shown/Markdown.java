package dev.muster.domain.shown;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Pieces of Markdown. */
public final class Markdown {

  /** Does not end a cell, is not trimmed, and looks like a space wherever it is printed. */
  private static final String ROOM = "\u00a0";

  private static final Pattern SPECIAL = Pattern.compile("[\\\\`*\\[\\]<|~]");

  private Markdown() {}

  /** Something that somebody typed: exactly as it is, whatever it says. */
  public static String code(String typed) {
    return "`" + printable(typed).replace('`', '\'') + "`";
  }

  /** A sentence of ours that may quote anything: nothing in it means anything in Markdown. */
  public static String text(String sentence) {
    return SPECIAL.matcher(printable(sentence)).replaceAll("\\\\$0");
  }

  /** A sentence of ours for a cell, not longer than {@code most} characters of what it said. */
  public static String cell(String sentence, int most) {
    String flat = printable(sentence);
    return text(Shortened.to(most, flat));
  }

  /** One line without characters that cannot be seen. */
  public static String printable(String text) {
    return Printable.of(text.replaceAll("\\s+", " ").strip());
  }

  /**
   * The text with room between the columns of its tables: the Web UI prints cells without any.
   *
   * @param markdown whose tables have a space on both sides of each bar
   */
  public static String withRoom(String markdown) {
    return markdown
        .lines()
        .map(line -> line.startsWith("| ") ? line.replace(" | ", ROOM + " | " + ROOM) : line)
        .collect(Collectors.joining("\n", "", markdown.endsWith("\n") ? "\n" : ""));
  }
}
