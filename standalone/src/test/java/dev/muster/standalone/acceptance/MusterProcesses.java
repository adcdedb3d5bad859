package dev.muster.standalone.acceptance;

import java.util.Optional;

/** The processes of Muster itself: what is killed and started again. */
public interface MusterProcesses extends AutoCloseable {

  /** kill -9 of all of them; databases, a real Temporal and the agents go on. */
  void kill();

  /** Starts them again on the same data; returns when they answer. */
  void startAgain();

  /** The engine, where Temporal's own tools can ask it about everything. */
  Optional<TemporalCli> temporal();

  @Override
  void close();
}
