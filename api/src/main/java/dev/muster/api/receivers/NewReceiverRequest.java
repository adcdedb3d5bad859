package dev.muster.api.receivers;

import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.receiver.ReceiverName;
import dev.muster.domain.request.NewActionRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/receivers}.
 *
 * @param node where the action is done; without it, on the cluster itself
 * @param action that is triggered; without {@code id} and {@code dependsOn}
 * @param parameters of its arguments, those that whoever triggers it may give; none if absent
 * @param expires after this time its address opens nothing; never if absent
 */
public record NewReceiverRequest(
    ReceiverName name,
    Optional<NodeId> node,
    NewActionRequest action,
    Optional<List<String>> parameters,
    Optional<Duration> expires) {

  static final Bounds<Duration> EXPIRES =
      new Bounds<>(Duration.ofSeconds(1), Duration.ofDays(3_660));

  static final int MOST_PARAMETERS = 50;
}
