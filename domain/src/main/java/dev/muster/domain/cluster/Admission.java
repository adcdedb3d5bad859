package dev.muster.domain.cluster;

import java.util.Locale;

/** Whether Muster speaks to the agent of a node that has credentials of its own. */
public enum Admission {
  /** It joined, and nobody has accepted it yet. */
  PENDING,
  /** It is spoken to. */
  ACCEPTED,
  /** Somebody took its credentials back. */
  REVOKED;

  /** For people and documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
