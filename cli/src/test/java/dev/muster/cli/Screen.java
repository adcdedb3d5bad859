package dev.muster.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A terminal that knows the few sequences in use, to see what a person would see in the end. */
public final class Screen {
  private static final Pattern SEQUENCE = Pattern.compile("\u001b\\[(\\??[0-9;]*)([A-Za-z])");

  private final List<StringBuilder> lines = new ArrayList<>();
  private int row;
  private int column;

  private Screen() {}

  /** The lines that are visible after all of this was written. */
  public static List<String> after(String written) {
    Screen screen = new Screen();
    Matcher sequence = SEQUENCE.matcher(written);
    int at = 0;
    while (sequence.find(at)) {
      screen.write(written.substring(at, sequence.start()));
      screen.control(sequence.group(1), sequence.group(2));
      at = sequence.end();
    }
    screen.write(written.substring(at));
    return screen.lines.stream().map(line -> line.toString().stripTrailing()).toList();
  }

  private void write(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        row++;
        column = 0;
      } else if (c == '\r') {
        column = 0;
      } else {
        StringBuilder line = line();
        line.setLength(Math.max(line.length(), column + 1));
        line.setCharAt(column++, c);
      }
    }
  }

  private void control(String argument, String command) {
    switch (command) {
      case "A" -> row = Math.max(0, row - Integer.parseInt(argument));
      case "K" -> line().setLength(Math.min(line().length(), column));
      case "J" -> {
        line().setLength(Math.min(line().length(), column));
        lines.subList(row + 1, lines.size()).clear();
      }
      case "h", "l", "m" -> {}
      default -> throw new IllegalStateException("sequence " + argument + command);
    }
  }

  private StringBuilder line() {
    while (lines.size() <= row) {
      lines.add(new StringBuilder());
    }
    return lines.get(row);
  }
}
