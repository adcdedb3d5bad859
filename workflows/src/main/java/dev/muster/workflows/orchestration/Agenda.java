package dev.muster.workflows.orchestration;

import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.CycleOptions;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.Nudge;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * What the next cycle is about. Nudges and what a watch saw are united; a cycle over all nodes
 * swallows every smaller one, and more nodes than can be named are all nodes.
 */
final class Agenda {

  private final BooleanSupplier namesMany;
  private final TreeSet<NodeId> nodes = new TreeSet<>();
  private boolean all;
  private Optional<Trigger> trigger = Optional.empty();

  /** A cycle to do, without its commands. */
  record Due(Trigger trigger, List<NodeId> nodes) {

    String summary() {
      return trigger.name().toLowerCase(java.util.Locale.ROOT)
          + switch (trigger) {
            case COMMAND, REVIEW -> "";
            case START, INTERVAL -> ": all nodes";
            case NUDGE, WATCH ->
                switch (nodes.size()) {
                  case 0 -> ": all nodes";
                  case 1 -> ": " + nodes.getFirst();
                  default -> ": %s and %d more".formatted(nodes.getFirst(), nodes.size() - 1);
                };
          };
    }
  }

  /**
   * @param namesMany whether this execution names more nodes than a batch; asked where it matters
   */
  Agenda(BooleanSupplier namesMany) {
    this.namesMany = namesMany;
  }

  void nudged(Nudge nudge) {
    visit(Trigger.NUDGE, nudge.nodes());
  }

  void changed(List<NodeId> seen) {
    if (!seen.isEmpty()) {
      visit(Trigger.WATCH, seen);
    }
  }

  /** All nodes, because of the time or of the start. */
  void all(Trigger why) {
    visit(why, List.of());
  }

  void putBack(Due due) {
    if (due.trigger() != Trigger.COMMAND) {
      visit(due.trigger(), due.nodes());
    }
  }

  boolean isEmpty() {
    return trigger.isEmpty();
  }

  /** Takes everything; without anything else it is commands that make a cycle. */
  Due take() {
    Due due =
        new Due(
            trigger.orElse(Trigger.COMMAND),
            all || isTooManyToName() ? List.of() : List.copyOf(nodes));
    nodes.clear();
    all = false;
    trigger = Optional.empty();
    return due;
  }

  private boolean isTooManyToName() {
    return nodes.size() > CycleOptions.BATCH
        && (nodes.size() > CycleOptions.MOST_NAMED || !namesMany.getAsBoolean());
  }

  private void visit(Trigger why, Collection<NodeId> which) {
    all |= which.isEmpty();
    nodes.addAll(which);
    // Whoever asked explains a cycle better than the clock does.
    trigger = Optional.of(trigger.filter(first -> first == Trigger.NUDGE).orElse(why));
  }
}
