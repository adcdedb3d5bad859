package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.ClusterActionNext.Await;
import dev.muster.domain.clusteraction.ClusterActionNext.Changing;
import dev.muster.domain.clusteraction.ClusterActionNext.Derive;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.clusteraction.PlanPhase.Gate;
import dev.muster.domain.member.Deed;
import dev.muster.domain.member.MemberChange.WithNode;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.policy.Occasion;
import dev.muster.domain.policy.Policy.Side;
import dev.muster.domain.policy.PolicyChain;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.schedule.WaitReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries out plans: asks policies, lets the verb make a plan, does its phases one after the other,
 * and says after each what became of the members. For one decision; where it stands is in the
 * plan's course, so that the next decision goes on from there, whoever makes it.
 */
final class PlanMachine {

  private final ClusterActionView view;
  private final MemberScene scene;
  private final JsonNode args;
  private final Instant now;
  private final Roster roster;
  private ObjectNode data;
  private PlanCourse course;
  private PlanResults results;

  /** Why nothing more of it is to be done. */
  record Stop(ActionState state, String why, Cause cause) {}

  PlanMachine(ClusterActionView view, MemberScene scene, JsonNode args, Instant now) {
    this.view = view;
    this.scene = scene;
    this.args = args;
    this.now = now;
    this.roster = new Roster(scene.membership());
    this.data = scene.data().deepCopy();
    this.course = scene.course().orElseGet(() -> PlanCourse.of(List.of()));
    this.results = new PlanResults(view.id(), course, List.of(), Map.of());
  }

  /** It has its turn. */
  ClusterActionNext begin(MemberVerb<?> verb) {
    verb.prepare(args, roster, data);
    PolicyChain.Decided decided =
        PolicyChain.ask(scene.policies(), occasion(Side.BEFORE, true), data);
    data = decided.data();
    if (decided.objection().isPresent()) {
      return refused("Policy check failure: " + decided.objection().get());
    }
    PlanDraft draft = new PlanDraft(view.id(), roster, data, now);
    Optional<String> whyNot = verb.plan(args, draft);
    if (whyNot.isPresent()) {
      return refused(whyNot.get());
    }
    course = draft.course();
    return proceed();
  }

  /** All that it has derived so far has ended. */
  ClusterActionNext goOn(List<EndedChild> children, Optional<Stop> stop) {
    results = new PlanResults(view.id(), course, children, scene.outputs());
    while (course.hasToApply()) {
      results.of(course, course.applied()).forEach(result -> Applying.to(roster, result));
      course = course.appliedOne();
    }
    if (stop.isPresent() && (!course.isDone() || results.isBroken())) {
      Stop why = stop.get();
      return finish(why.state(), why.why() + "; " + results.touched(), why.cause());
    }
    if (view.state() == ActionState.SUSPENDED && !course.isDone()) {
      return ClusterActionDecision.held();
    }
    return proceed();
  }

  private ClusterActionNext proceed() {
    while (!course.isDone()) {
      PlanPhase phase = course.phases().get(course.derived());
      if (phase.gate() == Gate.IF_ALL_WENT_WELL && !results.failed().isEmpty()) {
        return finish();
      }
      Instant begins = course.notBefore().or(() -> phase.pause().map(now::plus)).orElse(now);
      if (now.isBefore(begins)) {
        course = course.pausedUntil(begins);
        return changing(paused(begins));
      }
      List<DerivedAction> actions = derive(phase, course.derived());
      course = course.derivedOne();
      if (!actions.isEmpty()) {
        return changing(new Derive(actions));
      }
      course = course.appliedOne();
    }
    return finish();
  }

  private Await paused(Instant until) {
    Instant deadline = view.clocks().deadline();
    return new Await(
        WaitReason.children("pauses until %s before it goes on".formatted(until), 0),
        List.of(),
        List.of(),
        Optional.of(deadline.isBefore(until) && now.isBefore(deadline) ? deadline : until));
  }

  private List<DerivedAction> derive(PlanPhase phase, int number) {
    List<DerivedAction> actions = new ArrayList<>();
    for (int i = 0; i < phase.works().size(); i++) {
      PlanWork work = phase.works().get(i);
      roster
          .find(work.member())
          .flatMap(one -> Healing.recovered(work, one, results.looks(course, one.node())))
          .ifPresent(roster::put);
      Optional<MemberRecord> member = roster.find(work.member()).filter(one -> isDue(work, one));
      if (member.isEmpty()) {
        continue;
      }
      if (work.deed().isEmpty() && work.errand().isEmpty()) {
        roster.drop(work.member(), WithNode.STAYS);
      } else {
        DerivedAction action =
            Deriving.of(
                roster, work, member.get(), PlanResults.id(view.id(), number, i), phase.weight());
        actions.addAll(
            phase
                .hook()
                .filter(hook -> Hooks.concerns(work, member.get()))
                .map(hook -> Hooks.around(action, member.get(), hook))
                .orElseGet(() -> List.of(action)));
        work.deed()
            .ifPresent(deed ->
                roster.put(
                    Healing.noted(
                        Deriving.inHand(member.get(), deed, view.id()), deed, work.more(), now)));
      }
    }
    return actions;
  }

  private boolean isDue(PlanWork work, MemberRecord member) {
    boolean fits =
        switch (work.when()) {
          case ALWAYS -> true;
          case UNWELL -> member.isUnwell();
          case BROKEN -> member.isBroken();
          case NOT_IN_WORK -> !scene.busy().contains(member.node());
          case SICK_BY_ANY, SICK_BY_ALL ->
              !scene.busy().contains(member.node())
                  && Healing.isSick(work.when(), member, results.looks(course, member.node()));
        };
    return fits
        && !results.failed().containsKey(work.member())
        && work.after().stream()
            .allMatch(one -> roster.find(one).isPresent() && !results.failed().containsKey(one));
  }

  private Changing refused(String why) {
    return new Changing(
        List.of(),
        data,
        Optional.empty(),
        new End(ActionState.FAILED, why, List.of(), Outcomes.nothing(), Cause.NONE));
  }

  private Changing changing(ClusterActionNext then) {
    return new Changing(roster.changes(), data, Optional.of(course), then);
  }

  private ClusterActionNext finish() {
    int undone = undone();
    if (results.failed().isEmpty()) {
      return finish(ActionState.DONE, summary(), Cause.NONE);
    }
    String why =
        "%d of %d members went wrong%s: %s"
            .formatted(
                results.failed().size(),
                results.all().stream().map(one -> one.work().member()).distinct().count(),
                undone == 0 ? "" : ", and %d were left as they are".formatted(undone),
                Outcomes.first(results.sentences(), results.failed().size()));
    return finish(ActionState.FAILED, why, Cause.NONE);
  }

  /** Members of phases that are not done any more. */
  private int undone() {
    return (int)
        course.phases().stream()
            .skip(course.derived())
            .flatMap(phase -> phase.works().stream())
            .map(PlanWork::member)
            .distinct()
            .count();
  }

  private ClusterActionNext finish(ActionState state, String why, Cause cause) {
    course = course.cutShort();
    for (MemberRecord member : roster.members()) {
      if (member.inHand().equals(Optional.of(view.id()))) {
        roster.put(
            member.state() == MemberState.CREATING
                ? member.broken("nobody knows whether it was made", Optional.empty())
                : member.released());
      }
    }
    PlanOutputs.note(data, results);
    PolicyChain.Decided decided =
        PolicyChain.ask(scene.policies(), occasion(Side.AFTER, state == ActionState.DONE), data);
    data = decided.data();
    boolean objected = decided.objection().isPresent() && state == ActionState.DONE;
    return changing(
        new End(
            objected ? ActionState.FAILED : state,
            objected ? "Policy check failure: " + decided.objection().get() : why,
            results.sentences().stream().limit(Outcomes.CAUSES).toList(),
            PlanOutputs.of(roster, data, results),
            cause));
  }

  private String summary() {
    Map<String, Long> done =
        results.all().stream()
            .filter(result -> result.failure().isEmpty())
            .flatMap(result -> result.work().deed().stream())
            .collect(Collectors.groupingBy(Deed::done, TreeMap::new, Collectors.counting()));
    String what =
        done.entrySet().stream()
            .map(one -> "%d %s".formatted(one.getValue(), one.getKey()))
            .collect(Collectors.joining(", "));
    return "%sthe cluster has %d %s, and is to have %d"
        .formatted(
            what.isEmpty() ? "" : what + "; ",
            roster.size(),
            roster.size() == 1 ? "member" : "members",
            roster.sizes().desired());
  }

  private Occasion occasion(Side side, boolean succeeded) {
    Map<NodeId, Map<String, String>> providers =
        roster
            .shape()
            .profile()
            .flatMap(roster::profile)
            .map(known -> Placing.providers(roster, known.profile()))
            .orElse(Map.of())
            .entrySet()
            .stream()
            .collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().labels()));
    return new Occasion(
        side,
        view.id(),
        view.kind(),
        args,
        roster.sizes(),
        roster.plain(),
        providers,
        now,
        succeeded);
  }
}
