package dev.muster.api.receivers;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.api.schedules.ActionTemplateJson;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.receiver.ReceiverName;
import dev.muster.records.receivers.ReceiverRecord;
import dev.muster.records.receivers.ReceiverRecord.Use;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A receiver as callers see it: one flat object.
 *
 * @param path of its address, behind that of the API; only in the answer that makes it
 */
public record ReceiverJson(
    @JsonUnwrapped ReceiverWorkPart work,
    @JsonUnwrapped ReceiverMadePart made,
    @JsonUnwrapped ReceiverUsePart use,
    Optional<String> path) {

  /** What is triggered. */
  public record ReceiverWorkPart(
      ClusterName cluster,
      ReceiverName name,
      Optional<NodeId> node,
      ActionTemplateJson action,
      List<String> parameters) {}

  /** Who made it, and until when it counts. */
  public record ReceiverMadePart(
      Instant createdAt, String createdBy, Optional<Instant> expiresAt) {}

  /** How it was used. */
  public record ReceiverUsePart(
      long triggered,
      Optional<Instant> lastAt,
      Optional<String> lastFrom,
      Optional<ActionId> lastAction) {}

  static ReceiverJson of(ReceiverRecord receiver) {
    return of(receiver, Optional.empty());
  }

  static ReceiverJson of(ReceiverRecord receiver, Optional<String> path) {
    return new ReceiverJson(
        new ReceiverWorkPart(
            receiver.key().cluster(),
            receiver.key().name(),
            receiver.terms().node(),
            ActionTemplateJson.of(receiver.terms().action(), receiver.masking()),
            List.copyOf(receiver.terms().parameters())),
        new ReceiverMadePart(
            receiver.createdAt(), receiver.creator().name(), receiver.terms().expiresAt()),
        new ReceiverUsePart(
            receiver.triggered(),
            receiver.last().map(Use::at),
            receiver.last().map(Use::from),
            receiver.last().map(Use::action)),
        path);
  }
}
