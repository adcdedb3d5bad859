package dev.muster.domain.playbook;

import java.util.Comparator;

/** The order in which people count: {@code node-2} before {@code node-10}. */
public final class NaturalOrder implements Comparator<String> {

  public static final NaturalOrder INSTANCE = new NaturalOrder();

  private NaturalOrder() {}

  @Override
  public int compare(String left, String right) {
    int l = 0;
    int r = 0;
    while (l < left.length() && r < right.length()) {
      int order;
      if (isDigit(left, l) && isDigit(right, r)) {
        int lEnd = endOfDigits(left, l);
        int rEnd = endOfDigits(right, r);
        order = compareNumbers(left.substring(l, lEnd), right.substring(r, rEnd));
        l = lEnd;
        r = rEnd;
      } else {
        order = Character.compare(left.charAt(l++), right.charAt(r++));
      }
      if (order != 0) {
        return order;
      }
    }
    int byLength = Integer.compare(left.length() - l, right.length() - r);
    // Names such as a-1 and a-01 differ in zeros only; any stable order will do.
    return byLength != 0 ? byLength : left.compareTo(right);
  }

  private static int compareNumbers(String left, String right) {
    String l = withoutZeros(left);
    String r = withoutZeros(right);
    return l.length() != r.length() ? Integer.compare(l.length(), r.length()) : l.compareTo(r);
  }

  private static String withoutZeros(String digits) {
    int at = 0;
    while (at < digits.length() - 1 && digits.charAt(at) == '0') {
      at++;
    }
    return digits.substring(at);
  }

  private static int endOfDigits(String text, int from) {
    int at = from;
    while (at < text.length() && isDigit(text, at)) {
      at++;
    }
    return at;
  }

  private static boolean isDigit(String text, int at) {
    return text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }
}
