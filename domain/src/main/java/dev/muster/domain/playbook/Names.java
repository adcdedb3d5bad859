package dev.muster.domain.playbook;

import dev.muster.domain.shown.Shortened;
import java.util.Collection;
import java.util.Comparator;
import tools.jackson.databind.JsonNode;

/** Words for messages: values as people can read them, and the name that was probably meant. */
public final class Names {

  private static final int MAX_SHOWN = 80;

  private Names() {}

  /** A value in a message: texts in quotes, long ones shortened. */
  public static String shown(JsonNode value) {
    if (value.isString()) {
      return "'%s'".formatted(shortened(value.stringValue()));
    }
    if (value.isNull()) {
      return "no value";
    }
    return shortened(value.toString());
  }

  /** PostgreSQL's JSON has no NUL and no half of a surrogate pair; neither has anybody else. */
  static boolean isStorable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (c == 0 || (Character.isSurrogate(c) && !pair)) {
        return false;
      }
      i += pair ? 1 : 0;
    }
    return true;
  }

  public static String shortened(String text) {
    return Shortened.to(MAX_SHOWN, text);
  }

  /** The name that was probably meant, else all that are known. */
  public static String hint(String name, Collection<String> known) {
    if (known.isEmpty()) {
      return "";
    }
    return known.stream()
        .filter(candidate -> distance(name, candidate) <= Math.max(1, (name.length() + 1) / 3))
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .map(" (did you mean '%s'?)"::formatted)
        .orElseGet(() -> " (known here: %s)".formatted(String.join(", ", known)));
  }

  /** Levenshtein's: how many letters must be put in, left out or replaced. */
  static int distance(String left, String right) {
    int[] previous = new int[right.length() + 1];
    for (int j = 0; j < previous.length; j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int[] current = new int[previous.length];
      current[0] = i;
      for (int j = 1; j < current.length; j++) {
        int replaced = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[right.length()];
  }
}
