package dev.muster.records.requests;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.Bounds;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.NewAction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Records what people ask for, if it may be. */
public final class ActionRequests {

  /** Of an action's execution. */
  public static final Bounds<Duration> TIMEOUT =
      new Bounds<>(Duration.ofMillis(1), Duration.ofDays(7));

  /** Of the time in which it must be handed to its agent. */
  public static final Bounds<Duration> SCHEDULE_WITHIN =
      new Bounds<>(Duration.ofMillis(1), Duration.ofDays(365));

  private final Records records;

  public ActionRequests(Records records) {
    this.records = records;
  }

  /** What became of it. */
  public sealed interface Added {

    /** It is recorded now. */
    record Created(ActionId id, ActionState state) implements Added {}

    /** The same was recorded before, and is in this state by now. */
    record Existing(ActionId id, ActionState state) implements Added {}

    /** There is no such node, or its cluster has just gone. */
    record NoNode(String why) implements Added {}

    /** Something else has the id. */
    record Conflict(String why) implements Added {}

    /** Something in it may not be. */
    record Wrong(String why) implements Added {}
  }

  /** Once for each id, however often it is asked. */
  public Added add(AskedAction asked) {
    if (records.nodes().find(asked.cluster(), asked.node()).isEmpty()) {
      return new Added.NoNode(
          "cluster %s has no node %s (see: muster node list %s)"
              .formatted(asked.cluster(), asked.node(), asked.cluster()));
    }
    Optional<String> wrong =
        outside("timeout", asked.timeout(), TIMEOUT)
            .or(() -> outside("scheduleWithin", asked.scheduleWithin(), SCHEDULE_WITHIN))
            .or(() -> wrongDependency(asked));
    if (wrong.isPresent()) {
      return new Added.Wrong(wrong.get());
    }
    NewAction action = asked.toNewAction();
    if (records.actions().insert(List.of(action)).contains(action.id())) {
      return new Added.Created(action.id(), action.state());
    }
    return records
        .actions()
        .find(action.id())
        .map(existing -> compared(existing, action))
        .orElseGet(() -> new Added.NoNode("cluster %s has just gone".formatted(asked.cluster())));
  }

  private static Added compared(ActionRecord existing, NewAction action) {
    return existing.sameContentAs(action)
        ? new Added.Existing(existing.id(), existing.state())
        : new Added.Conflict(
            "action %s exists with other content; leave the id out, or send what it has"
                .formatted(action.id()));
  }

  private static Optional<String> outside(
      String name, Optional<Duration> given, Bounds<Duration> bounds) {
    return given
        .filter(time -> !bounds.nearest(time).equals(time))
        .map(time -> "%s: %s (expected: %s)".formatted(name, time, bounds));
  }

  private Optional<String> wrongDependency(AskedAction asked) {
    return asked.dependsOn().stream()
        .filter(dependency -> !mayDependOn(asked, dependency))
        .findFirst()
        .map(dependency ->
            "dependsOn: %s (expected: another action of cluster %s that exists already)"
                .formatted(dependency, asked.cluster()));
  }

  private boolean mayDependOn(AskedAction asked, ActionId dependency) {
    return !dependency.equals(asked.id())
        && records
            .actions()
            .find(dependency)
            .filter(found -> found.cluster().equals(asked.cluster()))
            .isPresent();
  }
}
