package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.records.actions.ActionBrief;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The unfinished actions of a cluster. Of many runs most actions only queue: nothing but the
 * scheduler's verdict moves them, so nobody else looks at them. The others are attended to in every
 * cycle.
 */
final class Unfinished {

  private final Predicate<ActionBrief> queues;
  private final Map<ActionId, ActionBrief> all = new LinkedHashMap<>();
  private final Map<ActionId, ActionBrief> attended = new LinkedHashMap<>();
  private final Map<RunId, Set<ActionId>> ofRuns = new HashMap<>();

  private final Families families = new Families();

  /** Steps that queue; a node has one in a stage, unless the database was set back. */
  private final Map<StageKey, Map<NodeId, List<ActionId>>> queued = new HashMap<>();

  /**
   * @param queues whether an action does nothing but queue; asked when it is put
   */
  Unfinished(Predicate<ActionBrief> queues) {
    this.queues = queues;
  }

  void clear() {
    all.clear();
    attended.clear();
    ofRuns.clear();
    families.clear();
    queued.clear();
  }

  void put(ActionBrief action) {
    ActionId id = action.id();
    Optional.ofNullable(all.get(id))
        .filter(known -> !isOfTheSameStep(known, action))
        .ifPresent(other -> remove(id));
    remember(action);
    if (queues.test(action)) {
      attended.remove(id);
      queue(action);
    } else {
      attended.put(id, action);
      unqueue(action);
    }
  }

  void remove(ActionId id) {
    ActionBrief known = all.remove(id);
    if (known == null) {
      return;
    }
    attended.remove(id);
    families.remove(known);
    unqueue(known);
    known.step().map(step -> step.stage().run()).ifPresent(run -> removeFrom(run, id));
  }

  void removeAllOf(RunId run) {
    List.copyOf(ofRuns.getOrDefault(run, Set.of())).forEach(this::remove);
  }

  /** Puts it again as it is now, if it is known. */
  void change(ActionId id, UnaryOperator<ActionBrief> how) {
    ActionBrief known = all.get(id);
    if (known != null) {
      put(how.apply(known));
    }
  }

  /** The node's place in the stage is another now, so its step may not just queue any more. */
  void look(StageKey stage, NodeId node) {
    for (ActionId id : List.copyOf(queuedOf(stage, node))) {
      change(id, same -> same);
    }
  }

  /** Whether the node's step in the stage does nothing but queue. */
  boolean queues(StageKey stage, NodeId node) {
    return !queuedOf(stage, node).isEmpty();
  }

  /** Of how many nodes of the stage the step does nothing but queue. */
  int queuedNodes(StageKey stage) {
    return queued.getOrDefault(stage, Map.of()).size();
  }

  /** By {@code createdAt}, then id, when it was read; what came since is behind. */
  Map<ActionId, ActionBrief> all() {
    return Collections.unmodifiableMap(all);
  }

  /** The actions on the cluster itself, and what they derived. */
  Families families() {
    return families;
  }

  /** Those that do not just queue. */
  Collection<ActionBrief> attended() {
    return Collections.unmodifiableCollection(attended.values());
  }

  /** The same by id, for who compares. */
  Map<ActionId, ActionBrief> attendedById() {
    return Collections.unmodifiableMap(attended);
  }

  private static boolean isOfTheSameStep(ActionBrief one, ActionBrief other) {
    return one.step().equals(other.step())
        && one.node().equals(other.node())
        && one.parent().equals(other.parent());
  }

  private void remember(ActionBrief action) {
    if (all.put(action.id(), action) == null) {
      families.add(action);
      action
          .step()
          .map(step -> step.stage().run())
          .ifPresent(
              run -> ofRuns.computeIfAbsent(run, any -> new LinkedHashSet<>()).add(action.id()));
    }
  }

  private void removeFrom(RunId run, ActionId id) {
    ofRuns.computeIfPresent(
        run,
        (same, ids) -> {
          ids.remove(id);
          return ids.isEmpty() ? null : ids;
        });
  }

  private List<ActionId> queuedOf(StageKey stage, NodeId node) {
    return queued.getOrDefault(stage, Map.of()).getOrDefault(node, List.of());
  }

  private void queue(ActionBrief action) {
    if (action.step().isEmpty() || action.node().isEmpty()) {
      return;
    }
    List<ActionId> ids =
        queued
            .computeIfAbsent(action.step().get().stage(), stage -> new HashMap<>())
            .computeIfAbsent(action.node().get(), node -> new ArrayList<>(1));
    if (!ids.contains(action.id())) {
      ids.add(action.id());
    }
  }

  private void unqueue(ActionBrief action) {
    if (action.step().isEmpty() || action.node().isEmpty()) {
      return;
    }
    StageKey stage = action.step().get().stage();
    NodeId node = action.node().get();
    Map<NodeId, List<ActionId>> nodes = queued.getOrDefault(stage, Map.of());
    List<ActionId> ids = nodes.getOrDefault(node, List.of());
    if (ids.contains(action.id())) {
      ids.remove(action.id());
      if (ids.isEmpty()) {
        nodes.remove(node);
      }
      if (nodes.isEmpty()) {
        queued.remove(stage);
      }
    }
  }
}
