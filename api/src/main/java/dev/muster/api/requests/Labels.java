package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import java.util.Map;
import java.util.regex.Pattern;

/** The check of labels: Kubernetes' rules, so that a selector can name each one. */
public final class Labels {

  private static final Pattern KEY =
      Pattern.compile("([a-z0-9][-a-z0-9.]{0,252}/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
  private static final Pattern VALUE =
      Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");

  private Labels() {}

  /** Returns the labels if every key and value is allowed, else ends the request. */
  public static Map<String, String> require(Map<String, String> labels) {
    labels.forEach((key, value) -> {
      if (!KEY.matcher(key).matches()) {
        throw ProblemException.badRequest(
            "labels: key '%s' (expected: at most 63 letters, digits, '-', '_' or '.')"
                .formatted(key));
      }
      if (!VALUE.matcher(value).matches()) {
        throw ProblemException.badRequest(
            "labels: %s: '%s' (expected: at most 63 letters, digits, '-', '_' or '.')"
                .formatted(key, value));
      }
    });
    return Map.copyOf(labels);
  }
}
