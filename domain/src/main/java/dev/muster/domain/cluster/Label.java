package dev.muster.domain.cluster;

import java.util.regex.Pattern;

/** The check that every name in Muster passes: an RFC 1123 label. */
public final class Label {

  /** An RFC 1123 label, as a regular expression that documents show. */
  public static final String LABEL = "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$";

  /** An RFC 1123 subdomain, as a regular expression that documents show. */
  public static final String SUBDOMAIN = "^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$";

  private static final Pattern RFC_1123_LABEL = Pattern.compile(LABEL);

  private static final Pattern RFC_1123_SUBDOMAIN = Pattern.compile(SUBDOMAIN);

  private Label() {}

  /**
   * Refuses a {@code value} that is no RFC 1123 label.
   *
   * @param what the thing that is named, for the message
   * @throws IllegalArgumentException if it is not
   */
  public static void require(String what, String value) {
    if (!RFC_1123_LABEL.matcher(value).matches()) {
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
    if (!RFC_1123_SUBDOMAIN.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "%s: '%s' (expected: 1 to 253 lower-case letters, digits, '-' or '.', as in RFC 1123)"
              .formatted(what, value));
    }
  }
}
