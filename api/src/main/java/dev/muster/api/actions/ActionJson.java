package dev.muster.api.actions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Executor;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.run.RunId;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.actions.ActionDetail;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.CancelRequest;
import dev.muster.records.actions.NewAction.Effort;
import dev.muster.records.actions.PauseRequest;
import dev.muster.records.actions.StepRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action as callers see it: one flat object.
 *
 * @param cancel who asked for it to be stopped
 * @param pause who asked last for it to be suspended, or resumed
 * @param transitions oldest first; only when one action is shown
 */
public record ActionJson(
    @JsonUnwrapped ActionWorkPart work,
    @JsonUnwrapped ActionStandingPart standing,
    @JsonUnwrapped ActionOriginPart whence,
    @JsonUnwrapped ActionNeedsPart needs,
    @JsonUnwrapped ActionTimesPart times,
    @JsonUnwrapped ActionResultPart result,
    @JsonUnwrapped ActionCancelPart cancel,
    Optional<PauseJson> pause,
    Optional<List<TransitionJson>> transitions) {

  /**
   * What is done where.
   *
   * @param runs who executes it: the node's agent, or Muster itself ({@code core})
   */
  public record ActionWorkPart(
      ActionId id,
      ClusterName cluster,
      Optional<NodeId> node,
      ActionKind kind,
      Executor runs,
      JsonNode args,
      Map<String, String> metadata) {}

  /**
   * How far it is.
   *
   * @param senlinState the state in OpenStack Senlin's word
   * @param waiting why it does not start yet
   */
  public record ActionStandingPart(
      ActionState state, String senlinState, @JsonProperty("wait") Optional<WaitReason> waiting) {}

  /**
   * Who wants it, and where in a run it is.
   *
   * @param origin {@code core}, {@code derived} if another action wants it, {@code policy} if a
   *     health policy does, or {@code direct} if it was found on an agent
   * @param stage index of the stage of the run, from 0
   * @param attempt from 1
   * @param parent the action on the cluster that derived it
   * @param bestEffort whether its failure says nothing of that; only with {@code parent}
   */
  public record ActionOriginPart(
      String origin,
      String requester,
      Optional<RunId> run,
      Optional<Integer> stage,
      Optional<String> step,
      int attempt,
      Optional<ActionId> parent,
      Optional<Boolean> bestEffort) {}

  /**
   * What has to be before it may start.
   *
   * @param dependedBy up to 100 that wait, or waited, for it; only when one action is shown
   */
  public record ActionNeedsPart(
      List<ActionId> dependsOn, Optional<List<ActionId>> dependedBy, boolean evenWhenDown) {}

  /** What only one action that is shown has. */
  private record Shown(
      Optional<List<TransitionJson>> transitions,
      Optional<JsonNode> data,
      Optional<List<ActionId>> dependedBy) {}

  /**
   * When what happened to it, and how long it may take.
   *
   * @param pushedAt when the agent acknowledged it
   * @param retries how often it was put back, to begin anew
   */
  public record ActionTimesPart(
      Instant createdAt,
      Optional<Instant> pushedAt,
      Optional<Instant> receivedAt,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      Optional<Duration> timeout,
      int retries) {}

  /**
   * What came of it.
   *
   * @param data what was decided of an action on a cluster, as policies share it; only when one
   *     action is shown
   */
  public record ActionResultPart(
      Optional<JsonNode> payload,
      Optional<Failure> error,
      Optional<Integer> exitCode,
      Optional<JsonNode> data) {}

  /** That somebody wants it stopped. */
  public record ActionCancelPart(
      Optional<Instant> cancelRequestedAt, Optional<String> cancelRequestedBy) {}

  /**
   * That somebody wants it suspended, or resumed.
   *
   * @param sentAt when its agent was told
   * @param refusal why the agent will not
   */
  public record PauseJson(
      Signal signal,
      Instant requestedAt,
      String requestedBy,
      Optional<Instant> sentAt,
      Optional<String> refusal) {

    static PauseJson of(PauseRequest pause) {
      return new PauseJson(pause.signal(), pause.at(), pause.by(), pause.sentAt(), pause.refusal());
    }
  }

  /**
   * One entry of an action's history.
   *
   * @param from absent for the first
   * @param by such as {@code user:ada} or {@code agent:node-1}
   */
  public record TransitionJson(
      Instant at, Optional<ActionState> from, ActionState to, String by, String why) {}

  static ActionJson of(ActionRecord action) {
    return of(action, new Shown(Optional.empty(), Optional.empty(), Optional.empty()));
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
    return of(
        detail.action(),
        new Shown(Optional.of(transitions), detail.data(), Optional.of(detail.dependedBy())));
  }

  private static Optional<WaitReason> waits(ActionRecord action) {
    return action.state().isFinal()
        ? Optional.empty()
        : WaitReason.beforeScheduling(action.id(), action.state(), action.terms().dependsOn())
            .or(action.course()::waits);
  }

  private static ActionJson of(ActionRecord action, Shown shown) {
    return new ActionJson(
        work(action),
        new ActionStandingPart(action.state(), SenlinState.of(action.state()), waits(action)),
        whence(action),
        new ActionNeedsPart(
            action.terms().dependsOn(), shown.dependedBy(), action.terms().evenWhenDown()),
        times(action),
        result(action.outcome(), shown.data(), action.masking()),
        new ActionCancelPart(
            action.course().cancel().map(CancelRequest::at),
            action.course().cancel().map(CancelRequest::by)),
        action.course().pause().map(PauseJson::of),
        shown.transitions());
  }

  private static ActionWorkPart work(ActionRecord action) {
    return new ActionWorkPart(
        action.id(),
        action.cluster(),
        action.node(),
        action.work().kind(),
        action.work().executor(),
        action.masking().shown(action.work().args()),
        action.work().metadata());
  }

  private static ActionOriginPart whence(ActionRecord action) {
    return new ActionOriginPart(
        action.work().origin(),
        action.work().requester(),
        action.step().map(step -> step.stage().run()),
        action.step().map(step -> step.stage().stage()),
        action.step().map(StepRef::step),
        action.step().map(StepRef::attempt).orElse(1),
        action.terms().derivation().map(by -> by.parent()),
        action.terms().derivation().map(by -> by.effort() == Effort.BEST));
  }

  private static ActionTimesPart times(ActionRecord action) {
    return new ActionTimesPart(
        action.course().createdAt(),
        action.course().pushedAt(),
        action.outcome().receivedAt(),
        action.outcome().startedAt(),
        action.outcome().finishedAt(),
        action.terms().timeout(),
        action.course().retries());
  }

  private static ActionResultPart result(
      ActionOutcome outcome, Optional<JsonNode> data, Masking masking) {
    return new ActionResultPart(
        outcome.payload().map(masking::shown),
        outcome.error().map(masking::shown),
        outcome.exitCode(),
        data);
  }
}
