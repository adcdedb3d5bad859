package dev.muster.domain.clusteraction;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A part of a plan, whose work is done side by side.
 *
 * @param pause before it
 * @param hook of deletions: whom they are told to before
 */
record PlanPhase(
    List<PlanWork> works, Optional<Duration> pause, Gate gate, Weight weight, Optional<Hook> hook) {

  PlanPhase {
    works = List.copyOf(works);
  }

  static PlanPhase of(List<PlanWork> works) {
    return new PlanPhase(works, Optional.empty(), Gate.ALWAYS, Weight.COUNTS, Optional.empty());
  }

  /**
   * Who is told, and how long it waits then.
   *
   * @param key with which the message is signed: a reference to a secret
   */
  record Hook(String url, Optional<String> key, Duration timeout) {}

  /** Whether it is done when something before it went wrong. */
  enum Gate {
    ALWAYS,
    IF_ALL_WENT_WELL
  }

  /** What it means to the action when its work goes wrong. */
  enum Weight {
    COUNTS,
    /** It is to find out what else is to be done: what it finds is no matter, but it must. */
    COUNTS_IF_NOT_DONE,
    /** It was only to find out what else is to be done. */
    ADVICE
  }
}
