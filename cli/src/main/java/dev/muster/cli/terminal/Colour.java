package dev.muster.cli.terminal;

import java.util.Locale;

/** The few colours in use, each with one meaning. */
public enum Colour {
  /** Ordinary text. */
  NONE(""),
  /** Done, well. */
  GREEN("\u001b[32m"),
  /** Failed, down. */
  RED("\u001b[31m"),
  /** Waits, or needs somebody's attention. */
  YELLOW("\u001b[33m"),
  /** In work. */
  CYAN("\u001b[36m"),
  /** Of little interest. */
  DIM("\u001b[2m"),
  /** Headings. */
  BOLD("\u001b[1m");

  private final String start;

  Colour(String start) {
    this.start = start;
  }

  /** The text between the escape sequences of this colour. */
  String around(String text) {
    return this == NONE || text.isEmpty() ? text : start + text + "\u001b[0m";
  }

  /** The colour of a state of a run, stage, node or action, whatever its case. */
  public static Colour ofState(String state) {
    return switch (state.toUpperCase(Locale.ROOT)) {
      case "COMPLETED", "DONE", "SUCCEEDED", "UP", "SIGNALCOMPLETED" -> GREEN;
      case "APPLYFAILED",
          "FAILED",
          "LOST",
          "TIMED_OUT",
          "UNREACHABLE",
          "NODE_DOWN",
          "INCOMPLETETARGETS",
          "INCONSISTENTTARGETS",
          "RESTRICTED",
          "MISSINGPLATFORM",
          "MISSINGSIGNALNODE",
          "WARNING",
          "SIGNALAPPLYFAILED",
          "SIGNALMISSINGNODE",
          "SIGNALMISSINGPLATFORM" ->
          RED;
      case "PENDINGAPPROVE",
          "PENDING_APPROVE",
          "PAUSED",
          "SUSPENDED",
          "UNHEALTHY",
          "ROLLEDBACK",
          "WAITING" ->
          YELLOW;
      case "RUNNING", "SCHEDULABLE", "SCHEDULABLEWAIT", "NEW", "SIGNALSENT" -> CYAN;
      case "CANCELLED", "SKIPPED", "UNKNOWN", "VANISHED", "PENDING", "NEWPLAN", "SIGNALPENDING" ->
          DIM;
      default -> NONE;
    };
  }
}
