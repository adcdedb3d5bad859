package dev.muster.activities.cycle;

/** What cycles do with what their process remembers of a cluster. */
public enum Recall {
  /** They begin with it, as long as nobody else wrote since. */
  WARM,

  /** They do not remember; everything is read by every cycle. */
  COLD,

  /** As {@link #WARM}, but all of it is read as well, and a difference makes the cycle fail. */
  CHECKED
}
