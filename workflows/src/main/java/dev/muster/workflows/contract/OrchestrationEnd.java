package dev.muster.workflows.contract;

/**
 * Why an orchestration ended: only {@code SUPERSEDED} by a newer epoch, or its cluster {@code
 * REMOVED}.
 */
public enum OrchestrationEnd {
  SUPERSEDED,
  REMOVED
}
