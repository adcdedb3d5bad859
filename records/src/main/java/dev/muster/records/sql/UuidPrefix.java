package dev.muster.records.sql;

import java.util.UUID;
import java.util.regex.Pattern;

/** The first characters of a UUID, at least 4 of them, in lower case. */
final class UuidPrefix {

  private static final Pattern FORM = Pattern.compile(IdMatch.PREFIX);

  private UuidPrefix() {}

  static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  /** The UUID that begins with {@code prefix} and goes on as {@code rest} does. */
  static UUID fill(String prefix, String rest) {
    return UUID.fromString(prefix + rest.substring(prefix.length()));
  }
}
