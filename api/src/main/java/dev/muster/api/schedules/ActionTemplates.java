package dev.muster.api.schedules;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.records.Records;
import dev.muster.records.requests.ActionRequests;
import dev.muster.records.requests.ActionRequests.Added;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Refuses actions that could never be started later. */
public final class ActionTemplates {

  private final ActionRequests requests;

  public ActionTemplates(Records records) {
    this.requests = new ActionRequests(records);
  }

  /**
   * Goes on if the action would be recorded, were it asked for now.
   *
   * @throws ProblemException if it would not, or is one for a single time
   */
  public void require(
      ClusterName cluster,
      Optional<NodeId> node,
      NewActionRequest action,
      Caller caller,
      Instant now) {
    action
        .id()
        .ifPresent(id -> {
          throw ProblemException.badRequest(
              "action.id: %s (expected: none; each start has an id of its own)".formatted(id));
        });
    action
        .dependsOn()
        .ifPresent(others -> {
          throw ProblemException.badRequest(
              "action.dependsOn: %s (expected: none; what starts again and again waits for nothing that is done once)"
                  .formatted(others));
        });
    requests
        .refusal(
            new RequestedAction(
                new ActionId(UUID.randomUUID()),
                cluster,
                node,
                action,
                caller.name(),
                Optional.empty(),
                now))
        .ifPresent(ActionTemplates::refuse);
  }

  private static void refuse(Added why) {
    switch (why) {
      case Added.NoNode(String text) -> throw ProblemException.notFound(text);
      case Added.Conflict(String text) -> throw ProblemException.conflict(text);
      case Added.Wrong(String text) -> throw ProblemException.badRequest(text);
      case Added.Created made -> {}
      case Added.Existing known -> {}
    }
  }
}
