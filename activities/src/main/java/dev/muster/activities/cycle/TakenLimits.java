package dev.muster.activities.cycle;

/**
 * How many actions that Muster did not schedule are taken from one agent. What it did schedule is
 * always taken.
 *
 * @param perCycle in one cycle
 * @param inAll as long as the node has records
 */
public record TakenLimits(int perCycle, int inAll) {

  /** 1,000 a cycle, 10,000 in all. */
  public static final TakenLimits DEFAULT = new TakenLimits(1_000, 10_000);

  public TakenLimits {
    if (perCycle < 1 || inAll < perCycle) {
      throw new IllegalArgumentException(
          "muster.agents.taken-per-cycle: %d, taken-in-all: %d (expected: 1 <= per cycle <= in all)"
              .formatted(perCycle, inAll));
    }
  }
}
