package dev.muster.worker;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the worker behaves, {@code muster.worker.*}.
 *
 * @param grace how long a stop waits for what is in hand
 */
@ConfigurationProperties("muster.worker")
public record WorkerSettings(@DefaultValue("10s") Duration grace) {

  public WorkerSettings {
    if (grace.isNegative()) {
      throw new IllegalArgumentException(
          "muster.worker.grace: %s (expected: >= 0)".formatted(grace));
    }
  }
}
