package dev.muster.domain.cluster;

/** The check that every name in Muster passes: an RFC 1123 label. */
public final class Label {

  /** An RFC 1123 label, as a regular expression that documents show. */
  public static final String LABEL = "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$";

  /** An RFC 1123 subdomain, as a regular expression that documents show. */
  public static final String SUBDOMAIN = "^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$";

  private Label() {}

  /**
   * Refuses a {@code value} that is no RFC 1123 label.
   *
   * @param what the thing that is named, for the message
   * @throws IllegalArgumentException if it is not
   */
  public static void require(String what, String value) {
    if (!isName(value, 63, "-")) {
      throw new IllegalArgumentException(
          "%s: '%s' (expected: 1 to 63 lower-case letters, digits or '-', as in RFC 1123)"
              .formatted(what, value));
    }
  }

  /**
   * Refuses a {@code value} that is no RFC 1123 subdomain: labels that dots may join.
   *
   * @param what the thing that is named, for the message
   * @throws IllegalArgumentException if it is not
   */
  public static void requireSubdomain(String what, String value) {
    if (!isName(value, 253, "-.")) {
      throw new IllegalArgumentException(
          "%s: '%s' (expected: 1 to 253 lower-case letters, digits, '-' or '.', as in RFC 1123)"
              .formatted(what, value));
    }
  }

  /**
   * As the expressions above say it. Every id of every node that a cycle reads comes by here, and
   * an expression would cost it a hundredth of its time.
   *
   * @param within what may stand between two letters or digits besides these
   */
  private static boolean isName(String value, int longest, String within) {
    int last = value.length() - 1;
    if (last < 0 || last >= longest) {
      return false;
    }
    for (int i = 0; i <= last; i++) {
      char one = value.charAt(i);
      boolean plain = (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9');
      if (!plain && (i == 0 || i == last || within.indexOf(one) < 0)) {
        return false;
      }
    }
    return true;
  }
}
