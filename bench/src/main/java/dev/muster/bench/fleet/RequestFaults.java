package dev.muster.bench.fleet;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** Which requests to the agents go wrong, and how; a seed decides. */
final class RequestFaults {

  /** What becomes of a request. */
  enum Fault {
    NONE,
    /** The connection ends before the agent got it. */
    CUT_BEFORE,
    /** The connection ends after the agent did what was asked. */
    CUT_AFTER,
    /** It arrives twice. */
    TWICE
  }

  private static final Fault[] REAL = {Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.TWICE};

  private final Random random;
  private final int percent;
  private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
  private boolean begun;

  /**
   * @param percent of the requests go wrong
   */
  RequestFaults(long seed, int percent) {
    this.random = new Random(seed);
    this.percent = percent;
  }

  /** From now on requests go wrong; before, a fleet can be registered. */
  synchronized void begin() {
    begun = true;
  }

  /** Of the next request. */
  synchronized Fault next() {
    if (!begun || random.nextInt(100) >= percent) {
      return Fault.NONE;
    }
    Fault fault = REAL[random.nextInt(REAL.length)];
    struck.merge(fault, 1, Integer::sum);
    return fault;
  }

  /** Whether, and by how many hours, the next agent's clock is off. */
  synchronized int hoursOff() {
    return percent == 0 ? 0 : random.nextInt(3) - 1;
  }

  /** How many requests went wrong in which manner. */
  synchronized Map<Fault, Integer> struck() {
    return new EnumMap<>(struck);
  }
}
