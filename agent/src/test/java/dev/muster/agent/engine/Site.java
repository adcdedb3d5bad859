package dev.muster.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.kind.Kinds;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.Offer;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport.Step;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An engine over a real store with one kind; {@link #hear} gives what its listener heard. */
final class Site implements EngineListener, AutoCloseable {

  final ActionStore store;
  final ActionFolders folders;
  final AgentEngine engine;
  private final Path data;
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  Site(Path folder, Clock clock, ScriptedKind kind) throws IOException {
    this.data = folder.resolve("data");
    this.store = ActionStore.open(data, clock);
    this.folders = new ActionFolders(folder.resolve("actions"), 10_000);
    this.engine = new AgentEngine(store, new Kinds(List.of(kind), Map.of()), folders, this);
  }

  /** Adds an action without waking the engine. */
  UUID add(Optional<Duration> timeout) {
    Offer offer =
        new Offer(
            UUID.randomUUID(),
            new StoredAction.Work(
                ScriptedKind.NAME,
                WireFormat.JSON.createObjectNode(),
                Map.of(),
                timeout.map(Duration::toMillis),
                "core"),
            Optional.empty(),
            List.of(),
            Optional.empty());
    store.submit(List.of(offer));
    return offer.id();
  }

  UUID add() {
    return add(Optional.empty());
  }

  /** As an agent leaves it that is killed while an action runs. */
  StoredAction begun(Optional<Duration> timeout) {
    add(timeout);
    return store.startNext().orElseThrow();
  }

  StoredAction find(UUID id) throws IOException {
    return store.find(id).orElseThrow();
  }

  List<ActionState> states(UUID id) throws IOException {
    return store.steps(find(id)).stream().map(Step::state).toList();
  }

  /** The next thing that the listener heard, with the state that the store had then. */
  String hear() throws InterruptedException {
    return Objects.requireNonNull(heard.poll(20, TimeUnit.SECONDS), "nothing was heard");
  }

  boolean heardNothingMore() {
    return heard.isEmpty();
  }

  /** Changes the store behind the engine's back. */
  void sql(String statement) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("agent.db"))) {
      connection.createStatement().execute(statement);
    }
  }

  /** As far as the system's own count since its boot says. */
  void startedTwoHoursAgo() throws SQLException {
    sql(
        """
        update action set started_since_boot = (started_since_boot - 7200000)
          || substr(started_since_boot, instr(started_since_boot, '@'))
        """);
  }

  /** Returns when the engine's thread is in this method and waits there. */
  static void awaitEngineIn(String method) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> entry.getKey().getName().equals("engine"))
        .noneMatch(entry -> waitsIn(entry.getKey(), entry.getValue(), method))) {
      assertThat(System.nanoTime()).as("the engine waits in %s", method).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static boolean waitsIn(Thread thread, StackTraceElement[] trace, String method) {
    return thread.getState() == Thread.State.TIMED_WAITING
        && List.of(trace).stream().anyMatch(frame -> frame.getMethodName().equals(method));
  }

  @Override
  public void changed(StoredAction action) {
    heard.add("changed " + stored(action));
  }

  @Override
  public void finished(StoredAction action, ActionState state) {
    heard.add("finished %s, stored %s".formatted(state, stored(action)));
  }

  private ActionState stored(StoredAction action) {
    try {
      return find(action.id()).state();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Override
  public void close() throws SQLException {
    engine.close();
    store.close();
  }
}
