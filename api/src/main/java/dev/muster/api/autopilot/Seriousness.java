package dev.muster.api.autopilot;

/** Whether a write is meant: Kubernetes' {@code dryRun}. */
public enum Seriousness {
  DONE,
  /** Everything is checked and answered as if it were done, and nothing is kept. */
  TRIED
}
