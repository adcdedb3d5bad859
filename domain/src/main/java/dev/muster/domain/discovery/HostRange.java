package dev.muster.domain.discovery;

import dev.muster.domain.shown.Shortened;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The hosts of a pattern, as Ansible has them: {@code db[01:50:2]-[a:c]}; begin, end (which is one
 * of them) and step. A begin with zeros in front says how wide every number is.
 */
final class HostRange {

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final int LONGEST_SHOWN = 60;
  private static final int LONGEST_NUMBER = 9;

  private HostRange() {}

  /**
   * All of them, in order.
   *
   * @param most more are refused before they are made
   */
  static List<String> expand(String pattern, int most) {
    List<String> hosts = List.of("");
    String rest = pattern;
    while (rest.indexOf('[') >= 0) {
      int begin = rest.indexOf('[');
      int end = rest.indexOf(']', begin);
      if (end < 0) {
        throw wrong(pattern, "a '[' without ']'");
      }
      List<String> parts = parts(rest.substring(begin + 1, end), pattern, most);
      hosts = combined(hosts, rest.substring(0, begin), parts, pattern, most);
      rest = rest.substring(end + 1);
    }
    String tail = rest;
    return hosts.stream().map(host -> host + tail).toList();
  }

  private static List<String> combined(
      List<String> heads, String between, List<String> parts, String pattern, int most) {
    if ((long) heads.size() * parts.size() > most) {
      throw wrong(pattern, "it names more than %d hosts".formatted(most));
    }
    List<String> combined = new ArrayList<>(heads.size() * parts.size());
    for (String head : heads) {
      for (String part : parts) {
        combined.add(head + between + part);
      }
    }
    return combined;
  }

  private static List<String> parts(String range, String pattern, int most) {
    String[] bounds = range.split(":", -1);
    if (bounds.length != 2 && bounds.length != 3) {
      throw wrong(pattern, "a range has begin and end, and perhaps a step, such as [1:10:2]");
    }
    String first = bounds[0].isEmpty() ? "0" : bounds[0];
    String last = bounds[1];
    int step = bounds.length == 3 ? number(bounds[2], pattern) : 1;
    if (step < 1) {
      throw wrong(pattern, "a step is at least 1");
    }
    return letters(first, last, step).orElseGet(() -> numbers(first, last, step, pattern, most));
  }

  private static Optional<List<String>> letters(String first, String last, int step) {
    int begin = first.length() == 1 ? LETTERS.indexOf(first) : -1;
    int end = last.length() == 1 ? LETTERS.indexOf(last) : -1;
    if (begin < 0 || end < begin) {
      return Optional.empty();
    }
    List<String> letters = new ArrayList<>();
    for (int letter = begin; letter <= end; letter += step) {
      letters.add(LETTERS.substring(letter, letter + 1));
    }
    return Optional.of(letters);
  }

  private static List<String> numbers(
      String first, String last, int step, String pattern, int most) {
    int begin = number(first, pattern);
    int end = number(last, pattern);
    boolean isPadded = first.length() > 1 && first.startsWith("0");
    if (isPadded && first.length() != last.length()) {
      throw wrong(pattern, "begin and end are not equally long");
    }
    if (begin > end) {
      throw wrong(pattern, "it begins behind its end");
    }
    if ((end - begin) / step >= most) {
      throw wrong(pattern, "it names more than %d hosts".formatted(most));
    }
    List<String> numbers = new ArrayList<>();
    for (long number = begin; number <= end; number += step) {
      String digits = Long.toString(number);
      numbers.add(isPadded ? "0".repeat(first.length() - digits.length()) + digits : digits);
    }
    return numbers;
  }

  private static int number(String text, String pattern) {
    if (text.isEmpty() || text.length() > LONGEST_NUMBER || !text.matches("[0-9]+")) {
      throw wrong(pattern, "a range is of numbers, or from a letter to a later one");
    }
    return Integer.parseInt(text);
  }

  private static UnusableException wrong(String pattern, String why) {
    return new UnusableException(
        "the hosts '%s': %s".formatted(Shortened.to(LONGEST_SHOWN, pattern), why));
  }
}
