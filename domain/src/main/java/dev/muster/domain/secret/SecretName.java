package dev.muster.domain.secret;

import java.util.Locale;
import java.util.regex.Pattern;

/** A secret's name, as a playbook writes it: {@code db_password}. */
public record SecretName(String value) implements Comparable<SecretName> {

  /** As a regular expression, without anchors. */
  static final String PATTERN = "[a-z][a-z0-9_]{0,62}";

  private static final Pattern FORM = Pattern.compile(PATTERN);

  /**
   * @throws IllegalArgumentException if it is no name
   */
  public SecretName {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "secret: '%s' (expected: a lower-case letter, then at most 62 lower-case letters, digits or '_')"
              .formatted(value));
    }
  }

  /**
   * What is compared with names of settings, in which {@code _} and {@code -} do not count.
   *
   * @param written a name in a playbook, or within the name of a setting
   */
  public static String key(String written) {
    return written.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
  }

  /** As {@link #key(String)}. */
  public String key() {
    return key(value);
  }

  /** The reference, as it is written and recorded. */
  public String reference() {
    return "${secrets." + value + "}";
  }

  @Override
  public int compareTo(SecretName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
