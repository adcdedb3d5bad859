package dev.muster.agent.store;

import dev.muster.agent.journal.Journal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * The one thread that writes. Everything that waits when it is free goes to disk with one commit,
 * and nobody is answered before that. A piece of work that fails takes back its own part only.
 */
final class GroupCommit implements AutoCloseable {

  private static final int MOST = 500;

  private final Connection connection;
  private final ChangeNumbers changes;
  private final BlockingQueue<Item<?>> queue = new LinkedBlockingQueue<>();
  private final AtomicBoolean open = new AtomicBoolean(true);
  private final LongAdder commits = new LongAdder();
  private final Thread thread;
  private volatile Optional<String> failing = Optional.empty();

  GroupCommit(Connection connection, ChangeNumbers changes) {
    this.connection = connection;
    this.changes = changes;
    this.thread = Thread.ofPlatform().daemon().name("store").unstarted(this::loop);
  }

  /** A piece of work within the transaction. */
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  private record Item<T>(Work<T> work, CompletableFuture<T> done) {}

  void start() throws SQLException {
    connection.setAutoCommit(false);
    thread.start();
  }

  /** Queues the work; the future completes when it is on disk. */
  <T> CompletableFuture<T> submit(Work<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    if (!open.get()) {
      done.completeExceptionally(new StoreException("the agent is stopping"));
      return done;
    }
    queue.add(new Item<>(work, done));
    return done;
  }

  long commits() {
    return commits.sum();
  }

  /** Queues work for which nobody waits. */
  void post(Work<Boolean> work) {
    queue.add(new Item<>(work, new CompletableFuture<>()));
  }

  /** Why the last attempt to write did not succeed; empty if it did. */
  Optional<String> failing() {
    return failing;
  }

  /** Writes what waits, then stops. */
  @Override
  public void close() throws SQLException {
    open.set(false);
    try {
      thread.join();
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    connection.close();
  }

  private void loop() {
    while (open.get() || !queue.isEmpty()) {
      try {
        Item<?> first = queue.poll(100, TimeUnit.MILLISECONDS);
        if (first != null) {
          List<Item<?>> items = new ArrayList<>();
          items.add(first);
          queue.drainTo(items, MOST - 1);
          write(items);
        }
      } catch (InterruptedException nobodyDoesThis) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException bug) {
        Journal.warn("the store's writer goes on after a failure", bug);
      }
    }
  }

  private void write(List<Item<?>> items) {
    long before = changes.taken();
    List<Runnable> answers = new ArrayList<>();
    try {
      for (Item<?> item : items) {
        attempt(item, answers);
      }
      if (changes.taken() != before) {
        StoreWrites.saveMeta(connection, "cursor", changes.taken());
      }
      connection.commit();
      commits.increment();
      failing = answers.isEmpty() ? failing : Optional.empty();
    } catch (SQLException | RuntimeException failed) {
      rollback();
      failing = Optional.of(StoreException.of(failed).getMessage());
      changes.giveBack(before);
      StoreException reason = StoreException.of(failed);
      items.forEach(item -> item.done().completeExceptionally(reason));
      Journal.warn("the store cannot be written", failed);
      return;
    }
    changes.publish();
    answers.forEach(Runnable::run);
  }

  private <T> void attempt(Item<T> item, List<Runnable> answers) throws SQLException {
    Savepoint savepoint = connection.setSavepoint();
    long before = changes.taken();
    try {
      T result = item.work().run(connection);
      connection.releaseSavepoint(savepoint);
      answers.add(() -> item.done().complete(result));
    } catch (SQLException | RuntimeException failed) {
      connection.rollback(savepoint);
      connection.releaseSavepoint(savepoint);
      changes.giveBack(before);
      RuntimeException reason =
          failed instanceof RuntimeException already ? already : StoreException.of(failed);
      if (reason instanceof StoreException unwritten) {
        failing = Optional.of(unwritten.getMessage());
      }
      item.done().completeExceptionally(reason);
    }
  }

  private void rollback() {
    try {
      connection.rollback();
    } catch (SQLException alreadyDone) {
      beginAnew();
    }
  }

  /** SQLite itself rolls back when its disk is full, and the driver begins none after that. */
  private void beginAnew() {
    try (Statement statement = connection.createStatement()) {
      statement.execute("begin");
    } catch (SQLException failed) {
      Journal.warn("the store has no transaction", failed);
    }
  }
}
