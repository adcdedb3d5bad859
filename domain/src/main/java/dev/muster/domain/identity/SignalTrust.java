package dev.muster.domain.identity;

/**
 * Whether a name is believed that somebody wrote into a signal or an update of Temporal, as anybody
 * may who can reach it.
 */
public enum SignalTrust {
  TRUSTED,
  UNTRUSTED
}
