package dev.muster.domain.policy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.timetable.ScheduleNext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When members are looked at, as a health policy says. A look is an action on the cluster, so it is
 * explained, cancelled and carried on as any other. Of looks that nobody made, as while nothing of
 * Muster ran, one is made up for.
 */
public final class HealthDecision {

  /** The action that looks at members, and brings back those that are broken. */
  public static final ActionKind HEAL = PolicyVerb.CLUSTER_HEAL.kind();

  private static final int USUAL_INTERVAL = 60;

  private HealthDecision() {}

  /** An unfinished action on the cluster. */
  public record InWork(ActionId id, ActionKind kind) {}

  /**
   * Decides about a look that is due. While an action changes members, they are left alone.
   *
   * @param inWork actions on the cluster that are unfinished, and wait for no person
   */
  public static ScheduleNext decide(Binding binding, List<InWork> inWork, Instant now) {
    int interval = binding.spec().path("detection").path("interval").asInt(USUAL_INTERVAL);
    Optional<Instant> next = Optional.of(now.plus(Duration.ofSeconds(interval)));
    return inWork.stream()
        .filter(one -> PolicyVerb.of(one.kind()).isPresent())
        .findFirst()
        .<ScheduleNext>map(one ->
            new ScheduleNext.Skip(
                "detection is off while action %s (%s) is unfinished"
                    .formatted(one.id(), one.kind()),
                0,
                next))
        .orElseGet(() ->
            new ScheduleNext.Start(
                "policy '%s' looks every %d s".formatted(binding.name(), interval), 0, next));
  }

  /** The id of a look: asked for again, it is the same one. */
  public static ActionId idOf(Object policy, Object cluster, Instant due) {
    return ActionId.derived("health", policy, cluster, due);
  }
}
