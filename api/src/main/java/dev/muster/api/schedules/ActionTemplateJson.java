package dev.muster.api.schedules;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.sensitive.Masking;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action that is started later, by a schedule or a receiver.
 *
 * @param approve whether a person must approve it each time
 */
public record ActionTemplateJson(
    ActionKind kind,
    JsonNode args,
    boolean approve,
    Optional<Duration> timeout,
    Optional<Duration> scheduleWithin,
    Optional<Boolean> evenWhenDown,
    Optional<Map<String, String>> metadata) {

  /** As people are shown it. */
  public static ActionTemplateJson of(NewActionRequest action, Masking masking) {
    return new ActionTemplateJson(
        action.kind(),
        masking.shown(WireFormat.JSON.createObjectNode().setAll(action.args().orElse(Map.of()))),
        action.approve().isPresent(),
        action.timeout(),
        action.scheduleWithin(),
        action.evenWhenDown(),
        action.metadata());
  }
}
