package dev.muster.agent.store;

import dev.muster.agent.execution.Outcome;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport.Step;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import tools.jackson.databind.JsonNode;

/**
 * The agent's memory. What it has answered is on disk. Each change of an action, and of the node's
 * status, gets the next number; the last one is the cursor. Thread-safe.
 */
public final class ActionStore implements AutoCloseable {

  /** More unfinished actions than this are not taken. */
  public static final int QUEUE_LIMIT = 10_000;

  /** For what is under way to end, and for what its kinds write. */
  private static final long LEAST_ROOM = 4L << 20;

  private final UUID epoch;
  private final DiskRoom room;
  private final Clock clock;
  private final ChangeNumbers changes;
  private final GroupCommit writer;
  private final StoreReads reads;
  private final StoreWrites writes;

  private ActionStore(Path file, Connection connection, Clock clock) throws SQLException {
    this.clock = clock;
    this.room = new DiskRoom(file.toAbsolutePath(), LEAST_ROOM);
    this.epoch =
        UUID.fromString(
            SqliteStatements.first(
                    connection,
                    row -> row.getString(1),
                    "select value from meta where name = 'epoch'")
                .orElseThrow(() -> new StoreException("the store has no epoch: it is damaged")));
    this.changes = new ChangeNumbers(StoreReads.meta(connection, "cursor"));
    this.writer = new GroupCommit(connection, changes);
    this.reads = new StoreReads(file);
    this.writes = new StoreWrites(changes, QUEUE_LIMIT);
  }

  /** Opens the store in this folder, or makes one. */
  public static ActionStore open(Path data, Clock clock) throws IOException {
    try {
      Path file = StoreSchema.file(data);
      StoreSchema.loadNative(data.resolve("native"));
      Connection connection = StoreSchema.open(file);
      StoreSchema.ensure(connection, UUID.randomUUID().toString());
      ActionStore store = new ActionStore(file, connection, clock);
      store.writer.start();
      return store;
    } catch (SQLException failed) {
      throw new StoreException(
          "the store in %s cannot be opened: %s".formatted(data, failed.getMessage()), failed);
    }
  }

  /** Made with the store: another one means that the store was lost. */
  public UUID epoch() {
    return epoch;
  }

  /** The numbers of the changes, to wait for. */
  public ChangeNumbers changes() {
    return changes;
  }

  /**
   * Why nothing new is taken now, and nothing new begun: the disk is full, or the last attempt to
   * write failed. Tries again by itself.
   */
  public Optional<String> shortage() {
    Optional<String> failing = writer.failing();
    if (failing.isPresent()) {
      writer.post(connection -> {
        writes.touch();
        return true;
      });
    }
    return room.shortage().or(() -> failing);
  }

  /**
   * Stores what it takes, in order; the answers stand at the same indices.
   *
   * @throws StoreException if there is no room, however small they are
   */
  public List<SubmissionAnswer> submit(List<Offer> offers) {
    requireRoom();
    Instant now = clock.instant();
    return done(writer.submit(connection -> writes.submit(connection, offers, now)));
  }

  private void requireRoom() {
    room.shortage()
        .ifPresent(why -> {
          throw new StoreException(why);
        });
  }

  /**
   * The oldest that has not begun, RUNNING from now on.
   *
   * @throws StoreException if there is no room: what it would write had nowhere to go
   */
  public Optional<StoredAction> startNext() {
    requireRoom();
    return done(writer.submit(connection -> writes.startNext(connection, clock.instant())));
  }

  /** Ends one and begins the next, with one commit for both. */
  public Optional<StoredAction> finishAndStartNext(StoredAction action, Outcome outcome) {
    return done(
        writer.submit(connection -> {
          writes.finish(connection, action, outcome, clock.instant());
          return writes.startNext(connection, clock.instant());
        }));
  }

  /** Ends one, and begins none. */
  public Optional<StoredAction> finish(StoredAction action, Outcome outcome) {
    return done(
        writer.submit(connection -> {
          writes.finish(connection, action, outcome, clock.instant());
          return Optional.empty();
        }));
  }

  /** A payload of an action that runs. */
  public void progress(StoredAction action, JsonNode payload) {
    String text = WireFormat.JSON.writeValueAsString(payload);
    done(
        writer.submit(connection -> {
          writes.progress(connection, action, text);
          return true;
        }));
  }

  /** RUNNING or SUSPENDED, and why. */
  public void move(StoredAction action, ActionState state, String why) {
    done(
        writer.submit(connection -> {
          writes.move(connection, action, state, clock.instant(), why);
          return true;
        }));
  }

  /** Somebody cancels it while it runs: remembered in case that the agent dies before it ends. */
  public void requestCancel(StoredAction action) {
    done(
        writer.submit(connection -> {
          writes.requestCancel(connection, action);
          return true;
        }));
  }

  /** Cancels one that has not begun. Returns how it stands after that; empty if there is none. */
  public Optional<StoredAction> cancelNew(UUID id) {
    return done(writer.submit(connection -> writes.cancelNew(connection, id, clock.instant())));
  }

  /** The node's status changed, which is a change like any other. */
  public void touch() {
    done(
        writer.submit(connection -> {
          writes.touch();
          return true;
        }));
  }

  /** Forgets what is too old; returns what it forgot. */
  public List<UUID> purge(StoreRetention retention) {
    return done(writer.submit(connection -> retention.purge(connection, clock.instant())));
  }

  /** All unfinished actions and all that finished after {@code since}, as of one moment. */
  public void snapshot(long since, SnapshotReader reader) throws IOException {
    reads.snapshot(since, reader);
  }

  /** One action. */
  public Optional<StoredAction> find(UUID id) throws IOException {
    return reads.find(id);
  }

  /** Its history, oldest first. */
  public List<Step> steps(StoredAction action) throws IOException {
    return reads.steps(action);
  }

  /** What an agent before this one left RUNNING or SUSPENDED. */
  public List<StoredAction> begun() throws IOException {
    return reads.begun();
  }

  /**
   * How long it has been running, suspended or under a dead agent included: as the system counts
   * since its boot, and by the clock where that says nothing. Never negative.
   */
  public Duration running(StoredAction action) throws IOException {
    Optional<SinceBoot> now = SinceBoot.now();
    Duration running =
        reads
            .startedSinceBoot(action)
            .flatMap(started -> now.flatMap(started::until))
            .or(() -> action.times().started().map(it -> Duration.between(it, clock.instant())))
            .orElse(Duration.ZERO);
    return running.isNegative() ? Duration.ZERO : running;
  }

  /** How many actions are in which state. */
  public Map<ActionState, Long> counts() throws IOException {
    return reads.counts();
  }

  /** Commits so far. */
  public long commits() {
    return writer.commits();
  }

  @Override
  public void close() throws SQLException {
    writer.close();
    reads.close();
  }

  private static <T> T done(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }
  }
}
