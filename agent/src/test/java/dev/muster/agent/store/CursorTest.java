package dev.muster.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The numbers of the changes, for the writer and for those who wait. */
final class CursorTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private final ChangeNumbers changes = new ChangeNumbers(7);

  @Test
  void aNumberIsSeenWhenItIsOnDiskAndIsFreeAgainIfItDoesNotGetThere() {
    assertThat(changes.take()).isEqualTo(8);
    assertThat(changes.take()).isEqualTo(9);
    assertThat(changes.cursor()).isEqualTo(7);
    changes.giveBack(8);
    assertThat(changes.taken()).isEqualTo(8);
    changes.publish();
    assertThat(changes.cursor()).isEqualTo(8);
    assertThat(changes.take()).isEqualTo(9);
  }

  @Test
  void nobodyWaitsWhoHasNotSeenTheLastChangeOrHasACursorOfAnotherStore() throws Exception {
    CompletableFuture<Void> both = waiting(6).thenCompose(seen -> waiting(8));
    both.get(20, TimeUnit.SECONDS);
    assertThat(changes.cursor()).isEqualTo(7);
  }

  @Test
  void whoWaitsIsWokenByTheNextChange() throws Exception {
    Thread waiter =
        Thread.ofPlatform()
            .start(() -> {
              try {
                changes.awaitAfter(7, HOUR);
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
              }
            });
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      assertThat(waiter.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    changes.take();
    changes.publish();
    assertThat(waiter.join(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void nobodyWaitsLongerThanTheyMay() throws Exception {
    long before = System.nanoTime();
    changes.awaitAfter(7, Duration.ofMillis(50));
    assertThat(System.nanoTime() - before).isBetween(50_000_000L, 20_000_000_000L);
    changes.awaitAfter(7, Duration.ZERO);
  }

  private CompletableFuture<Void> waiting(long cursor) {
    return CompletableFuture.runAsync(() -> {
      try {
        changes.awaitAfter(cursor, HOUR);
      } catch (InterruptedException stopped) {
        throw new AssertionError(stopped);
      }
    });
  }
}
