package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.records.actions.ActionBrief;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which unfinished actions are on the cluster itself, and what each of them has derived. */
final class Families {

  private final Set<ActionId> onCluster = new LinkedHashSet<>();
  private final Map<ActionId, Set<ActionId>> derived = new HashMap<>();

  void clear() {
    onCluster.clear();
    derived.clear();
  }

  void add(ActionBrief action) {
    if (action.node().isEmpty()) {
      onCluster.add(action.id());
    }
    action
        .parent()
        .ifPresent(parent ->
            derived.computeIfAbsent(parent, any -> new LinkedHashSet<>()).add(action.id()));
  }

  void remove(ActionBrief action) {
    onCluster.remove(action.id());
    Optional<Set<ActionId>> siblings = action.parent().map(derived::get);
    if (siblings.isPresent()) {
      siblings.get().remove(action.id());
      if (siblings.get().isEmpty()) {
        action.parent().ifPresent(derived::remove);
      }
    }
  }

  List<ActionId> onCluster() {
    return List.copyOf(onCluster);
  }

  /** What it has derived that is unfinished. */
  List<ActionId> of(ActionId parent) {
    return List.copyOf(derived.getOrDefault(parent, Set.of()));
  }
}
