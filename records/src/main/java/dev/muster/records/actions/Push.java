package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action as it is pushed to its agent.
 *
 * @param args with references to secrets, if it is of a run; they are resolved when it is pushed
 * @param sensitive texts that the agent must show nobody
 */
public record Push(
    ActionId id,
    NodeId node,
    ActionKind kind,
    JsonNode args,
    Map<String, String> metadata,
    Instant createdAt,
    Optional<Duration> timeout,
    Optional<OfRun> ofRun,
    List<String> sensitive) {

  /** Which step of a run it is, and by which playbook. */
  public record OfRun(StepRef step, String playbook) {}
}
