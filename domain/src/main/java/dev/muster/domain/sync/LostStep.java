package dev.muster.domain.sync;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StepPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of an action that an agent has, that nobody recorded, and whose metadata names a
 * step of a run: its record was lost, for instance with a database that was restored from a backup.
 */
public sealed interface LostStep {

  /** It goes back to the place in its run that it had. */
  record TakenBack(StageKey stage, int index, StepPlan step, int attempt) implements LostStep {}

  /** It stays an action that was found on the agent; {@code why} is half a sentence. */
  record Stranger(String why) implements LostStep {}

  /** The step that an action's metadata names. */
  record Named(RunId run, String stage, String step, int attempt) {

    /** Empty if the metadata is not that of a step. */
    public static Optional<Named> of(Map<String, String> metadata) {
      try {
        return metadata.keySet().containsAll(KEYS)
            ? Optional.of(
                new Named(
                    RunId.parse(metadata.getOrDefault("run", "")),
                    metadata.getOrDefault("stage", ""),
                    metadata.getOrDefault("step", ""),
                    Integer.parseInt(metadata.getOrDefault("attempt", ""))))
            : Optional.empty();
      } catch (IllegalArgumentException notOurs) {
        return Optional.empty();
      }
    }

    private static final Set<String> KEYS = Set.of("run", "stage", "step", "attempt");
  }

  /**
   * A run as it is recorded.
   *
   * @param isOver whether it has ended
   */
  record KnownRun(RunId id, boolean isOver, List<KnownStage> stages) {}

  /** A stage of it, with those of its nodes that are in question. */
  record KnownStage(StagePlan plan, Set<NodeId> nodes) {}

  /**
   * Judges one action. Its id must be the one that is derived from the place, so that nobody gets
   * into a run by writing its name on an action.
   */
  static LostStep judge(
      ActionId id, String kind, NodeId node, Named named, Optional<KnownRun> known) {
    if (known.isEmpty()) {
      return new Stranger("run %s is not recorded on this cluster".formatted(named.run()));
    }
    KnownRun run = known.get();
    for (KnownStage stage : run.stages()) {
      List<StepPlan> steps = stage.plan().steps();
      for (int index = 0; index < steps.size(); index++) {
        if (stage.plan().name().equals(named.stage())
            && steps.get(index).name().equals(named.step())) {
          StageKey key = new StageKey(run.id(), stage.plan().index());
          TakenBack place = new TakenBack(key, index, steps.get(index), named.attempt());
          return whyNot(id, kind, node, place, stage, run)
              .<LostStep>map(Stranger::new)
              .orElse(place);
        }
      }
    }
    return new Stranger(
        "run %s has no stage %s with a step %s".formatted(run.id(), named.stage(), named.step()));
  }

  private static Optional<String> whyNot(
      ActionId id, String kind, NodeId node, TakenBack place, KnownStage stage, KnownRun run) {
    String of = "run %s stage %s".formatted(run.id(), stage.plan().name());
    if (place.attempt() < 1 || place.attempt() > place.step().retries() + 1) {
      return Optional.of(
          "step %s of %s has no attempt %d".formatted(place.step().name(), of, place.attempt()));
    }
    ActionId derived =
        ActionId.derived(
            place.stage().run(), place.stage().stage(), place.index(), node, place.attempt());
    if (!derived.equals(id) || !place.step().kind().value().equals(kind)) {
      return Optional.of(
          "it says that it is step %s of %s, and is another action"
              .formatted(place.step().name(), of));
    }
    if (!stage.nodes().contains(node)) {
      return Optional.of("%s does not have node %s".formatted(of, node));
    }
    return run.isOver() ? Optional.of("run %s is over".formatted(run.id())) : Optional.empty();
  }
}
