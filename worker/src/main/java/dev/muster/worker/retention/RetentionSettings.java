package dev.muster.worker.retention;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How this worker removes history, {@code muster.retention.*}. What goes is said by the rules,
 * which all workers share.
 *
 * @param every between two looks for something to remove
 * @param pause between two batches, at least
 * @param export the folder in which history is kept before it is removed; empty for none
 */
@ConfigurationProperties("muster.retention")
public record RetentionSettings(
    @DefaultValue("1m") Duration every,
    @DefaultValue("100ms") Duration pause,
    @DefaultValue("") String export) {

  public RetentionSettings {
    if (!every.isPositive()) {
      throw new IllegalArgumentException(
          "muster.retention.every: %s (expected: > 0)".formatted(every));
    }
    if (pause.isNegative()) {
      throw new IllegalArgumentException(
          "muster.retention.pause: %s (expected: >= 0)".formatted(pause));
    }
  }

  Optional<Path> folder() {
    return Optional.of(export)
        .filter(text -> !text.isBlank())
        .map(text -> Path.of(text).toAbsolutePath().normalize());
  }
}
