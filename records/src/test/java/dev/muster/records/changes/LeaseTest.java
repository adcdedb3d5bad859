package dev.muster.records.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LeaseTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Records records = DATABASE.records();

  @Test
  void onlyOneHoldsItUntilItIsGivenBack() {
    try (Lease second = records.lease("repair")) {
      try (Lease first = records.lease("repair");
          Lease other = records.lease("something-else")) {
        assertThat(first.isHeld()).isTrue();
        assertThat(first.isHeld()).isTrue();
        assertThat(second.isHeld()).isFalse();
        assertThat(other.isHeld()).isTrue();
      }
      assertThat(second.isHeld()).isTrue();
    }
  }

  @Test
  void whoeverLosesTheConnectionLosesTheLease() {
    try (Lease first = records.lease("lost");
        Lease second = records.lease("lost")) {
      assertThat(first.isHeld()).isTrue();

      DATABASE.dropConnections();

      assertThat(isHeldSoon(second)).isTrue();
      assertThat(first.isHeld()).isFalse();
    }
  }

  /**
   * The pool may give connections that it has not yet found dead; whoever wants a lease asks on.
   */
  private static boolean isHeldSoon(Lease lease) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!lease.isHeld()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Thread.onSpinWait();
    }
    return true;
  }
}
