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
    String kind,
    JsonNode args,
    Map<String, String> metadata,
    Times times,
    Optional<Long> timeoutMs,
    String origin,
    ActionState state,
    Result result,
    boolean cancelRequested,
    Masking masking) {

  /** When what happened to it. */
  public record Times(
      Instant created, Instant received, Optional<Instant> started, Optional<Instant> finished) {}

  /** What came of it, as far as it has come. */
  public record Result(
      Optional<JsonNode> payload, Optional<Failure> error, Optional<Integer> exitCode) {}

  /** As it goes over the wire: without sensitive values. */
  public ActionReport report(Optional<List<ActionReport.Step>> transitions) {
    return new ActionReport(
        id,
        kind,
        masking.shown(args),
        metadata,
        times.created(),
        times.received(),
        times.started(),
        times.finished(),
        state,
        result.payload().map(masking::shown),
        result.error().map(masking::shown),
        result.exitCode(),
        origin,
        transitions);
  }

  /** As it goes over the wire, without its history. */
  public ActionReport report() {
    return report(Optional.empty());
  }

  /** Whether it came from somebody else than Muster's core. */
  public boolean isDirect() {
    return !origin.equals("core");
  }
}
