package dev.muster.standalone.acceptance;

import java.util.Optional;

/** The processes of Muster itself: what is killed and started again. */
public interface MusterProcesses extends AutoCloseable {

  /** kill -9 of all of them; databases, a real Temporal and the agents go on. */
  void kill();

  /**
   * kill -9 of one of them, or of all.
   *
   * @param dice says which
   */
  default void killSome(int dice) {
    kill();
  }

  /** kill -9 of the PostgreSQL that keeps the records; returns at once. */
  void killDatabase();

  /**
   * Begins to start what was killed, on the same data; a process that cannot start its database
   * without starting afresh is stopped and does.
   */
  void beginAgain();

  /** Waits until everything that was begun answers. */
  void awaitAnswers();

  /** Starts what was killed; returns when everything answers. */
  default void startAgain() {
    beginAgain();
    awaitAnswers();
  }

  /** The engine, where Temporal's own tools can ask it about everything. */
  Optional<TemporalCli> temporal();

  /** Where a client of the engine reaches it, whichever it is. */
  EngineDoor engine();

  /** The sum of a metric's samples in all of them; 0 without any. */
  double metric(String name);

  @Override
  void close();
}
