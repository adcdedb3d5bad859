package dev.muster.agent.store;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.sensitive.Masking;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * An action as it stands in the store.
 *
 * @param sequence the order of receipt
 * @param cancelRequested somebody cancelled it while it ran
 * @param masking what is shown of arguments, outputs and errors
 */
public record StoredAction(
    long sequence,
    UUID id,
    Work work,
    Times times,
    ActionState state,
    Result result,
    boolean cancelRequested,
    Masking masking) {

  /**
   * What is to be done, and for whom.
   *
   * @param metadata kept and returned, not interpreted
   * @param origin {@code core}, or {@code direct} for somebody else
   */
  public record Work(
      String kind,
      JsonNode args,
      Map<String, String> metadata,
      Optional<Long> timeoutMs,
      String origin) {}

  /** When what happened to it. */
  public record Times(
      Instant created, Instant received, Optional<Instant> started, Optional<Instant> finished) {}

  /**
   * What came of it, as far as it has come.
   *
   * @param logBytes how much it printed; known when it has finished
   */
  public record Result(
      Optional<JsonNode> payload,
      Optional<Failure> error,
      Optional<Integer> exitCode,
      Optional<Long> logBytes) {}

  /** As it goes over the wire: without sensitive values. */
  public ActionReport report(Optional<List<ActionReport.Step>> transitions) {
    return new ActionReport(
        id,
        work.kind(),
        masking.shown(work.args()),
        work.metadata(),
        times.created(),
        times.received(),
        times.started(),
        times.finished(),
        state,
        result.payload().map(masking::shown),
        result.error().map(masking::shown),
        result.exitCode(),
        work.origin(),
        transitions,
        result.logBytes());
  }

  /** As it goes over the wire, without its history. */
  public ActionReport report() {
    return report(Optional.empty());
  }

  /** Whether it came from somebody else than Muster's core. */
  public boolean isDirect() {
    return !work.origin().equals("core");
  }
}
