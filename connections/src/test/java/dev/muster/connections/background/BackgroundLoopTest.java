package dev.muster.connections.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

final class BackgroundLoopTest {

  private static final int SOON = 10;

  /** Its turns are what a test hands it, and it says which it took. */
  private static final class Handed extends BackgroundLoop {

    private final BlockingQueue<Runnable> turns = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    Handed() {
      super("test", Duration.ZERO);
    }

    @Override
    protected void turn() throws InterruptedException {
      turns.take().run();
    }

    @Override
    protected void ended() {
      ended.countDown();
    }
  }

  @Test
  void whateverATurnFailsWithTheNextOneIsTaken() throws Exception {
    Handed loop = new Handed();
    CountDownLatch reached = new CountDownLatch(1);
    loop.turns.addAll(
        List.of(
            () -> {
              throw new DataAccessResourceFailureException("the database is away");
            },
            () -> {
              throw new IllegalStateException("a bug");
            },
            reached::countDown));

    loop.start();

    assertThat(reached.await(SOON, TimeUnit.SECONDS)).isTrue();
    assertThat(loop.isRunning()).isTrue();
    loop.stop();
  }

  @Test
  void whenItIsStoppedItGivesBackWhatItHeld() throws Exception {
    Handed loop = new Handed();
    loop.start();

    loop.stop();

    assertThat(loop.ended.await(SOON, TimeUnit.SECONDS)).isTrue();
    assertThat(loop.isRunning()).isFalse();
  }
}
