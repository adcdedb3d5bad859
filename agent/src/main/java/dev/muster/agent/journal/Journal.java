package dev.muster.agent.journal;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Lines for the person who runs the agent; systemd or whoever started it keeps them. */
public final class Journal {

  private Journal() {}

  /** Something that is good to know. */
  public static void info(String line) {
    print("info", line);
  }

  /**
   * Something that somebody should look at, with what caused it: its class and message, and where
   * it arose. The agent goes on.
   */
  public static void warn(String line, Throwable cause) {
    StackTraceElement[] trace = cause.getStackTrace();
    print("warn", line + ": " + cause + (trace.length == 0 ? "" : " (at " + trace[0] + ")"));
  }

  private static void print(String level, String line) {
    System.err.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + level + " " + line);
  }
}
