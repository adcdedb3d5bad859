package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.SameJson;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action with all that is known of it.
 *
 * @param waits why it does not start yet, if a cycle has said so
 * @param sentAt when a push was last decided; from then on the agent may have it
 * @param pushedAt when the agent acknowledged it
 * @param masking what people are shown of arguments, outputs and errors, which are as they are
 */
public record ActionRecord(
    ActionId id,
    ClusterName cluster,
    Optional<NodeId> node,
    ActionKind kind,
    JsonNode args,
    Map<String, String> metadata,
    ActionState state,
    Optional<WaitReason> waits,
    String origin,
    String requester,
    Optional<StepRef> step,
    List<ActionId> dependsOn,
    boolean evenWhenDown,
    boolean exclusive,
    Optional<Instant> notBefore,
    Optional<Duration> timeout,
    Instant createdAt,
    Optional<Instant> sentAt,
    Optional<Instant> pushedAt,
    int pushAttempts,
    Optional<Instant> cancelRequestedAt,
    Optional<String> cancelRequestedBy,
    ActionOutcome outcome,
    Masking masking) {

  /** Whether asking for {@code other} again would ask for this: the same id is taken as given. */
  public boolean sameContentAs(NewAction other) {
    return cluster.equals(other.cluster())
        && node.equals(other.node())
        && kind.equals(other.kind())
        && SameJson.same(args, other.work().args())
        && metadata.equals(other.work().metadata())
        && dependsOn.equals(other.terms().dependsOn())
        && timeout.equals(other.terms().timeout())
        && evenWhenDown == other.evenWhenDown();
  }
}
