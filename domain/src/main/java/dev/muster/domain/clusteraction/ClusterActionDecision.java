package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterActionNext.Ask;
import dev.muster.domain.clusteraction.ClusterActionNext.Await;
import dev.muster.domain.clusteraction.ClusterActionNext.ChildChange;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.clusteraction.ClusterActionView.Moment;
import dev.muster.domain.clusteraction.ClusterActionView.OpenChild;
import dev.muster.domain.clusteraction.ClusterActionView.Silent;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.shown.DurationText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an action on a cluster does next. What is the same for all verbs is here: it waits for what
 * it derived, stops that when it is cancelled or its time is over, holds it while it is suspended,
 * and waits for no agent that stays silent. What is derived, and what comes of it, is the verb's.
 */
public final class ClusterActionDecision {

  private ClusterActionDecision() {}

  /** Decides; the same view at the same time gives the same answer. */
  public static ClusterActionNext next(ClusterActionView view, Instant now) {
    Optional<ClusterVerb> verb = ClusterVerbs.of(view.kind());
    if (verb.isEmpty()) {
      return unknown(view);
    }
    if (view.moment() instanceof Moment.Meanwhile(List<OpenChild> children)) {
      return meanwhile(view, children, now);
    }
    return switch (verb.get()) {
      case ClusterCheck check -> check(view, check, now);
      case MemberVerb<?> member -> members(view, member, now);
    };
  }

  private static ClusterActionNext check(ClusterActionView view, ClusterCheck check, Instant now) {
    return switch (view.moment()) {
      case Moment.Beginning(var args, var nodes, var scene) -> check.begin(view.id(), args, nodes);
      case Moment.Meanwhile(List<OpenChild> children) -> meanwhile(view, children, now);
      case Moment.Over(var args, List<EndedChild> children, var scene) ->
          over(view, check.goOn(children), children, now);
    };
  }

  private static ClusterActionNext members(
      ClusterActionView view, MemberVerb<?> verb, Instant now) {
    return switch (view.moment()) {
      case Moment.Beginning(var args, var nodes, var scene) ->
          new PlanMachine(view, scene.orElseThrow(), args, now).begin(verb);
      case Moment.Meanwhile(List<OpenChild> children) -> meanwhile(view, children, now);
      case Moment.Over(var args, List<EndedChild> children, var scene) ->
          new PlanMachine(view, scene.orElseThrow(), args, now).goOn(children, stop(view, now));
    };
  }

  /** A newer version may have recorded it. */
  private static ClusterActionNext unknown(ClusterActionView view) {
    return new End(
        ActionState.FAILED,
        "this version does not know %s (known: %s)".formatted(view.kind(), ClusterVerbs.names()),
        List.of(),
        Outcomes.nothing(),
        Cause.REFUSED);
  }

  private static ClusterActionNext meanwhile(
      ClusterActionView view, List<OpenChild> children, Instant now) {
    Optional<String> stop = whyToStop(view, now);
    List<ChildChange> changes = new ArrayList<>();
    List<Ask> asks = new ArrayList<>();
    Optional<Instant> reviewAt = deadline(view).filter(now::isBefore);
    Set<ActionId> messages = Hooks.messagesOf(children, now);
    for (OpenChild child : children) {
      Optional<Instant> givenUpAt =
          child
              .silent()
              .filter(any -> child.letGoAt().isEmpty())
              .map(silent -> givenUpAt(view, child, silent));
      if (givenUpAt.isPresent() && !now.isBefore(givenUpAt.get())) {
        changes.add(giveUp(child, child.silent().orElseThrow()));
        continue;
      }
      reviewAt = earlier(reviewAt, givenUpAt);
      Optional<String> end = stop.or(() -> Hooks.whyOver(child, messages));
      if (end.isPresent() && !child.sent()) {
        changes.add(new ChildChange(child.id(), child.state(), ActionState.CANCELLED, end.get()));
      } else if (end.isPresent() && !child.toldToStop()) {
        asks.add(new Ask(child.id(), Signal.CANCEL));
      } else if (child.letGoAt().isPresent()) {
        Hooks.letGo(child, now).ifPresent(changes::add);
        reviewAt = earlier(reviewAt, child.letGoAt().filter(now::isBefore));
      } else {
        pause(view, child).ifPresent(asks::add);
      }
    }
    return new Await(reason(view, children, stop), changes, asks, reviewAt);
  }

  /** Why what it derived is to stop, if it is. */
  private static Optional<String> whyToStop(ClusterActionView view, Instant now) {
    return view.cancelledBy()
        .map("the action that derived it was cancelled by %s"::formatted)
        .or(() ->
            deadline(view)
                .filter(at -> !now.isBefore(at))
                .map(at ->
                    "the action that derived it has taken %s, which is all its time"
                        .formatted(DurationText.print(view.clocks().mayTake()))));
  }

  /** Its time does not run while it is suspended. */
  private static Optional<Instant> deadline(ClusterActionView view) {
    return view.state() == ActionState.SUSPENDED
        ? Optional.empty()
        : Optional.of(view.clocks().deadline());
  }

  /** What its agent surely does not have is given up at once, unless nobody has asked it yet. */
  private static Instant givenUpAt(ClusterActionView view, OpenChild child, Silent silent) {
    return child.sent() || silent.status() == NodeStatus.UNKNOWN
        ? silent.since().plus(view.unreachableAfter())
        : silent.since();
  }

  private static ChildChange giveUp(OpenChild child, Silent silent) {
    String why =
        "the node is %s since %s: %s".formatted(silent.status(), silent.since(), silent.why());
    return new ChildChange(
        child.id(), child.state(), child.sent() ? ActionState.LOST : ActionState.CANCELLED, why);
  }

  private static Optional<Ask> pause(ClusterActionView view, OpenChild child) {
    if (view.state() == ActionState.SUSPENDED
        && child.state() == ActionState.RUNNING
        && !child.held()) {
      return Optional.of(new Ask(child.id(), Signal.SUSPEND));
    }
    return view.state() == ActionState.RUNNING && child.held()
        ? Optional.of(new Ask(child.id(), Signal.RESUME))
        : Optional.empty();
  }

  private static WaitReason reason(
      ClusterActionView view, List<OpenChild> children, Optional<String> stop) {
    int unfinished = children.size();
    String actions = unfinished == 1 ? "1 action" : unfinished + " actions";
    String text =
        stop.isPresent()
            ? "stops: %s that it derived %s not ended yet"
                .formatted(actions, unfinished == 1 ? "has" : "have")
            : "waits for %s that it derived%s%s"
                .formatted(
                    actions,
                    Hooks.waiting(children),
                    view.state() == ActionState.SUSPENDED
                        ? "; it is suspended, and starts none of them"
                        : "");
    return WaitReason.children(text, unfinished);
  }

  /** Who was asked to stop does not go on, and has not succeeded unless everything was done. */
  private static ClusterActionNext over(
      ClusterActionView view, ClusterActionNext next, List<EndedChild> children, Instant now) {
    boolean goesOn = !(next instanceof End);
    boolean broken =
        children.stream()
            .anyMatch(
                one -> one.state() == ActionState.CANCELLED || one.state() == ActionState.LOST);
    Optional<PlanMachine.Stop> stop = stop(view, now);
    if (stop.isPresent() && (goesOn || broken)) {
      return stopped(stop.get(), children);
    }
    return goesOn && view.state() == ActionState.SUSPENDED ? held() : next;
  }

  /** What a suspended action answers that could go on. */
  static Await held() {
    return new Await(
        WaitReason.children("it is suspended, and goes on when it is resumed", 0),
        List.of(),
        List.of(),
        Optional.empty());
  }

  /** Why nothing more of it is to be done, if that is so. */
  private static Optional<PlanMachine.Stop> stop(ClusterActionView view, Instant now) {
    return view.cancelledBy()
        .map(by -> new PlanMachine.Stop(ActionState.CANCELLED, "cancelled by " + by, Cause.NONE))
        .or(() ->
            deadline(view)
                .filter(at -> !now.isBefore(at))
                .map(at ->
                    new PlanMachine.Stop(
                        ActionState.FAILED,
                        "it has taken %s, which is all its time"
                            .formatted(DurationText.print(view.clocks().mayTake())),
                        Cause.TIMED_OUT)));
  }

  private static End stopped(PlanMachine.Stop stop, List<EndedChild> children) {
    return new End(
        stop.state(),
        stop.why() + "; " + Outcomes.touched(children),
        Outcomes.failures(children),
        Outcomes.outputs(children),
        stop.cause());
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    return one.isEmpty() || other.filter(at -> at.isBefore(one.get())).isPresent() ? other : one;
  }
}
