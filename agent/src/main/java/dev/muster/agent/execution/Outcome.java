package dev.muster.agent.execution;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * How an execution ended.
 *
 * @param state DONE, FAILED or CANCELLED
 * @param payload replaces what the action has; empty keeps it
 */
public record Outcome(
    ActionState state,
    Optional<JsonNode> payload,
    Optional<Failure> error,
    Optional<Integer> exitCode,
    long logBytes) {

  /** Finished successfully; the payload stays as progress left it. */
  public static Outcome done() {
    return new Outcome(ActionState.DONE, Optional.empty(), Optional.empty(), Optional.empty(), 0);
  }

  /** Finished successfully, with outputs. */
  public static Outcome done(JsonNode payload) {
    return done().with(payload);
  }

  /** Could not be executed successfully; causes outermost first. */
  public static Outcome failed(String message, String... causes) {
    return new Outcome(
        ActionState.FAILED,
        Optional.empty(),
        Optional.of(new Failure(message, List.of(causes))),
        Optional.empty(),
        0);
  }

  /** FAILED because of something thrown. */
  public static Outcome failed(String message, Throwable thrown) {
    List<String> causes = new ArrayList<>();
    for (Throwable cause = thrown; cause != null && causes.size() < 10; cause = cause.getCause()) {
      causes.add(cause.toString());
    }
    return failed(message, causes.toArray(String[]::new));
  }

  /** Interrupted because somebody asked for it. */
  public static Outcome cancelled() {
    return new Outcome(
        ActionState.CANCELLED, Optional.empty(), Optional.empty(), Optional.empty(), 0);
  }

  /** This outcome with outputs. */
  public Outcome with(JsonNode newPayload) {
    return new Outcome(state, Optional.of(newPayload), error, exitCode, logBytes);
  }

  /** This outcome with the exit code of the process. */
  public Outcome withExitCode(int code) {
    return new Outcome(state, payload, error, Optional.of(code), logBytes);
  }

  /** This outcome with how much was printed until then. */
  public Outcome withLog(long bytes) {
    return new Outcome(state, payload, error, exitCode, bytes);
  }
}
