package dev.muster.connections.health;

import dev.muster.domain.stall.LoopSigns;
import dev.muster.domain.stall.Stall;
import dev.muster.records.Records;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.dao.DataAccessException;

/**
 * Whether every cluster's loop and every run moves that should. When one does not, the others still
 * do, so the status is not DOWN: it takes no instance out of service.
 */
public final class LoopHealth implements HealthIndicator {

  /** Known to {@code management.endpoint.health.status.order} as worse than UP. */
  public static final Status DEGRADED = new Status("DEGRADED");

  private final Records records;
  private final Clock clock;

  public LoopHealth(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  @Override
  public Health health() {
    try {
      Map<String, String> standing = standing(clock.instant());
      return standing.isEmpty()
          ? Health.up().build()
          : Health.status(DEGRADED).withDetails(standing).build();
    } catch (DataAccessException away) {
      // The database's own health says so.
      return Health.unknown().build();
    }
  }

  private Map<String, String> standing(Instant now) {
    Map<String, String> standing = new LinkedHashMap<>();
    Instant before = now.minus(LoopSigns.PATIENCE);
    records
        .signs()
        .loops(before)
        .forEach(signs ->
            signs
                .stall(now)
                .ifPresent(stall -> standing.put("cluster " + signs.cluster(), stall.text())));
    records
        .signs()
        .late(before)
        .forEach(late ->
            Stall.ofRun(late.state(), late.dueAt(), now)
                .ifPresent(stall -> standing.put("run " + late.run().id(), stall.text())));
    return standing;
  }
}
