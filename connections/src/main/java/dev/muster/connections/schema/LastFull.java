package dev.muster.connections.schema;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Remembers for a while that PostgreSQL had no room to write: it does not say when it has again.
 */
final class LastFull implements SQLExceptionOverride {

  private static final Duration REMEMBERED = Duration.ofSeconds(15);

  private final AtomicReference<Optional<Complaint>> last = new AtomicReference<>(Optional.empty());

  private record Complaint(String text, long atNanos) {}

  @java.lang.Override // the interface has another of this name
  public Override adjudicate(SQLException failure) {
    if (WaitingPool.DISK_FULL.equals(failure.getSQLState())) {
      last.set(
          Optional.of(
              new Complaint("PostgreSQL has no room: " + failure.getMessage(), System.nanoTime())));
    }
    return Override.CONTINUE_EVICT;
  }

  Optional<String> complaint() {
    return last.get()
        .filter(said -> System.nanoTime() - said.atNanos() < REMEMBERED.toNanos())
        .map(Complaint::text);
  }
}
