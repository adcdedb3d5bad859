package dev.muster.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class DemoPartsTest {

  private final DemoParts parts = new DemoParts();
  private final List<String> stopped = Collections.synchronizedList(new ArrayList<>());

  @Test
  void stopsTheLastFirstAndOnce() {
    start("database");
    start("application");

    parts.close();
    parts.close();

    assertThat(stopped).containsExactly("application", "database");
  }

  @Test
  void aStopInTheMiddleOfAStartLeavesNothingBehind() throws Exception {
    CountDownLatch starting = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Void> start =
        CompletableFuture.runAsync(() ->
            parts.start(() -> {
              starting.countDown();
              awaitQuietly(goOn);
              return () -> stopped.add("slow");
            }));
    starting.await();

    CompletableFuture<Void> stop = CompletableFuture.runAsync(parts::close);
    goOn.countDown();
    start.get(10, TimeUnit.SECONDS);
    stop.get(10, TimeUnit.SECONDS);

    assertThat(stopped).containsExactly("slow");
  }

  @Test
  void startsNothingAfterAStop() {
    parts.close();

    assertThatThrownBy(() -> start("late")).isInstanceOf(IllegalStateException.class);
    assertThat(stopped).isEmpty();
  }

  @Test
  void goesOnStoppingWhenOnePartFails() {
    start("database");
    parts.start(() ->
        () -> {
          throw new IllegalStateException("does not stop");
        });

    parts.close();

    assertThat(stopped).containsExactly("database");
  }

  private void start(String name) {
    parts.start(() -> () -> stopped.add(name));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
