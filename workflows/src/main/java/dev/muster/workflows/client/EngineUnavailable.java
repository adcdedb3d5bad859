package dev.muster.workflows.client;

/**
 * The engine, or every worker, is away, or another engine moves the runs. What was asked for was
 * not done, or is not known to be done; asking again is harmless. The message says what happened
 * and what to do next.
 */
public final class EngineUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  EngineUnavailable(String message) {
    super(message);
  }

  EngineUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
