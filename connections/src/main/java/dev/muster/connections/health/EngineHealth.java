package dev.muster.connections.health;

import dev.muster.workflows.client.EngineClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Whether Temporal answers. When it does not, reads still work and starts are accepted, so the
 * status is not DOWN: it takes no instance out of service.
 */
public final class EngineHealth implements HealthIndicator {

  /** Known to {@code management.endpoint.health.status.order} as better than UP. */
  public static final Status AWAY = new Status("ENGINE_AWAY");

  private static final Duration VALID = Duration.ofSeconds(5);

  private record Answer(long atNanos, Optional<String> whyAway) {}

  private final EngineClient engine;
  private final AtomicReference<@Nullable Answer> last = new AtomicReference<>();

  public EngineHealth(EngineClient engine) {
    this.engine = engine;
  }

  @Override
  public Health health() {
    return whyAway()
        .map(why ->
            Health.status(AWAY)
                .withDetail("meaning", "Temporal cannot be used; reads work, starts wait for it")
                .withDetail("why", why)
                .build())
        .orElseGet(() -> Health.up().build());
  }

  private Optional<String> whyAway() {
    Answer known = last.get();
    if (known != null && System.nanoTime() - known.atNanos() < VALID.toNanos()) {
      return known.whyAway();
    }
    Optional<String> why = engine.whyAway();
    last.set(new Answer(System.nanoTime(), why));
    return why;
  }
}
