package dev.muster.domain.secret;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What can be sent and masked of a secret. */
public final class SecretValue {

  /** A shorter value would be part of every word, so that it could not be masked. */
  private static final int LEAST_CHARACTERS = 4;

  private static final int MOST_BYTES = 64 * 1024;

  /** So long a line of a value with several lines is masked where it stands alone. */
  private static final int LEAST_LINE = 8;

  private SecretValue() {}

  /** Why a value cannot be used, without it; empty if it can. */
  public static Optional<String> unfit(String value) {
    if (value.isBlank()) {
      return Optional.of("it is empty");
    }
    if (value.length() < LEAST_CHARACTERS) {
      return Optional.of(
          "it has fewer than %d characters, so that it could not be masked"
              .formatted(LEAST_CHARACTERS));
    }
    if (value.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      return Optional.of("it has more than %d bytes".formatted(MOST_BYTES));
    }
    return value.indexOf('\0') >= 0 ? Optional.of("it holds a NUL") : Optional.empty();
  }

  /** The texts that must be masked because of a value: itself, and its longer lines. */
  public static List<String> toMask(String value) {
    List<String> texts = new ArrayList<>(List.of(value));
    List<String> lines = value.lines().map(String::strip).toList();
    if (lines.size() > 1) {
      lines.stream().filter(line -> line.length() >= LEAST_LINE).distinct().forEach(texts::add);
    }
    return texts;
  }
}
