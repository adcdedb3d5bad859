package dev.muster.domain.cluster;

import java.util.Optional;
import java.util.regex.Pattern;

/** What labels may be: Kubernetes' rules, so that a selector can name each one. */
public final class NodeLabels {

  /** What a key is, as a regular expression that documents show. */
  public static final String KEY =
      "^([a-z0-9][-a-z0-9.]{0,252}/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$";

  /** What a value is, as a regular expression that documents show. */
  public static final String VALUE = "^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$";

  private static final Pattern KEYS = Pattern.compile(KEY);
  private static final Pattern VALUES = Pattern.compile(VALUE);

  private NodeLabels() {}

  /** Why something is no label, for people; empty if it is one. */
  public static Optional<String> unfit(String key, String value) {
    if (!KEYS.matcher(key).matches()) {
      return Optional.of(
          "labels: key '%s' (expected: at most 63 letters, digits, '-', '_' or '.')"
              .formatted(key));
    }
    return VALUES.matcher(value).matches()
        ? Optional.empty()
        : Optional.of(
            "labels: %s: '%s' (expected: at most 63 letters, digits, '-', '_' or '.')"
                .formatted(key, value));
  }
}
