package dev.muster.agent.probe;

import java.time.Duration;

/** A way to look once whether something is up. */
public interface Probe {

  /**
   * Looks. Returns within {@code limit} or soon after, whatever the other side does; a failure is a
   * reading, not an exception.
   */
  ProbeReading look(Duration limit) throws InterruptedException;

  /** What is looked at, for messages. */
  String target();
}
