package dev.muster.api.actions;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.run.RunId;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.actions.ActionDetail;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.StepRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action as callers see it.
 *
 * @param senlinState the state in OpenStack Senlin's word
 * @param waiting why it does not start yet
 * @param origin {@code core}, or {@code direct} if it was found on an agent
 * @param stage index of the stage of the run, from 0
 * @param attempt from 1
 * @param pushedAt when the agent acknowledged it
 * @param cancelRequestedBy who asked for it to be stopped
 * @param transitions oldest first; only when one action is shown
 */
public record ActionJson(
    ActionId id,
    ClusterName cluster,
    Optional<NodeId> node,
    ActionKind kind,
    JsonNode args,
    Map<String, String> metadata,
    ActionState state,
    String senlinState,
    @JsonProperty("wait") Optional<WaitReason> waiting,
    String origin,
    String requester,
    Optional<RunId> run,
    Optional<Integer> stage,
    Optional<String> step,
    int attempt,
    List<ActionId> dependsOn,
    boolean evenWhenDown,
    Instant createdAt,
    Optional<Instant> pushedAt,
    Optional<Instant> receivedAt,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    Optional<Duration> timeout,
    Optional<JsonNode> payload,
    Optional<Failure> error,
    Optional<Integer> exitCode,
    Optional<Instant> cancelRequestedAt,
    Optional<String> cancelRequestedBy,
    Optional<List<TransitionJson>> transitions) {

  /**
   * One entry of an action's history.
   *
   * @param from absent for the first
   * @param by such as {@code user:ada} or {@code agent:node-1}
   */
  public record TransitionJson(
      Instant at, Optional<ActionState> from, ActionState to, String by, String why) {}

  static ActionJson of(ActionRecord action) {
    return of(action, Optional.empty());
  }

  static ActionJson of(ActionDetail detail) {
    List<TransitionJson> transitions =
        detail.transitions().stream()
            .map(one ->
                new TransitionJson(
                    one.at(),
                    one.from(),
                    one.to(),
                    one.by().toString(),
                    detail.action().masking().shown(one.why())))
            .toList();
    return of(detail.action(), Optional.of(transitions));
  }

  private static Optional<WaitReason> waits(ActionRecord action) {
    return action.state().isFinal()
        ? Optional.empty()
        : WaitReason.beforeScheduling(action.id(), action.state(), action.dependsOn())
            .or(action::waits);
  }

  private static ActionJson of(ActionRecord action, Optional<List<TransitionJson>> transitions) {
    Masking masking = action.masking();
    return new ActionJson(
        action.id(),
        action.cluster(),
        action.node(),
        action.kind(),
        masking.shown(action.args()),
        action.metadata(),
        action.state(),
        SenlinState.of(action.state()),
        waits(action),
        action.origin(),
        action.requester(),
        action.step().map(step -> step.stage().run()),
        action.step().map(step -> step.stage().stage()),
        action.step().map(StepRef::step),
        action.step().map(StepRef::attempt).orElse(1),
        action.dependsOn(),
        action.evenWhenDown(),
        action.createdAt(),
        action.pushedAt(),
        action.outcome().receivedAt(),
        action.outcome().startedAt(),
        action.outcome().finishedAt(),
        action.timeout(),
        action.outcome().payload().map(masking::shown),
        action.outcome().error().map(masking::shown),
        action.outcome().exitCode(),
        action.cancelRequestedAt(),
        action.cancelRequestedBy(),
        transitions);
  }
}
