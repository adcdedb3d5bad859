package dev.muster.workflows.contract;

import io.temporal.failure.ApplicationFailure;

/** The types of failures of activities that a workflow acts on; every other one is tried again. */
public enum FailureType {
  /** The cluster or the run is not in the records (any more). */
  GONE;

  /**
   * What an activity throws; never tried again.
   *
   * @param message what is gone
   */
  public ApplicationFailure failure(String message) {
    return ApplicationFailure.newNonRetryableFailure(message, name());
  }

  /** Whether {@code failure}, or what caused it, is of this type. */
  public boolean caused(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ApplicationFailure known && name().equals(known.getType())) {
        return true;
      }
    }
    return false;
  }
}
