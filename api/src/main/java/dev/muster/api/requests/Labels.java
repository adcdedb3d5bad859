package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import java.util.Map;
import java.util.regex.Pattern;

/** The check of labels: Kubernetes' rules, so that a selector can name each one. */
public final class Labels {

  /** What a key is, as a regular expression that documents show. */
  public static final String KEY =
      "^([a-z0-9][-a-z0-9.]{0,252}/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$";

  /** What a value is, as a regular expression that documents show. */
  public static final String VALUE = "^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$";

  private static final Pattern KEYS = Pattern.compile(KEY);
  private static final Pattern VALUES = Pattern.compile(VALUE);

  private Labels() {}

  /** Returns the labels if every key and value is allowed, else ends the request. */
  public static Map<String, String> require(Map<String, String> labels) {
    labels.forEach((key, value) -> {
      if (!KEYS.matcher(key).matches()) {
        throw ProblemException.badRequest(
            "labels: key '%s' (expected: at most 63 letters, digits, '-', '_' or '.')"
                .formatted(key));
      }
      if (!VALUES.matcher(value).matches()) {
        throw ProblemException.badRequest(
            "labels: %s: '%s' (expected: at most 63 letters, digits, '-', '_' or '.')"
                .formatted(key, value));
      }
    });
    return Map.copyOf(labels);
  }
}
