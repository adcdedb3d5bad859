package dev.muster.domain.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.run.ProgressState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks what a watcher sees, and knows nothing but the diagram of the seed document. */
final class SeedDiagram {

  private final AutopilotPlan plan;
  private final String about;
  private Optional<PlanStatus> last;

  SeedDiagram(AutopilotPlan plan, Optional<PlanStatus> last, String about) {
    this.plan = plan;
    this.last = last;
    this.about = about;
  }

  Optional<PlanStatus> last() {
    return last;
  }

  boolean isOver() {
    return last.filter(status -> status.state().isFinal()).isPresent();
  }

  void check(List<PlanStatus> path, PlanStatus now) {
    if (path.isEmpty()) {
      assertThat(last).as(about).contains(now);
      return;
    }
    assertThat(path.getLast()).as(about).isEqualTo(now);
    assertThat(path.size()).as(about).isLessThanOrEqualTo(4 * plan.commands().size() + 2);
    for (PlanStatus next : path) {
      String what = "%s: %s -> %s".formatted(about, last, next);
      assertThat(Optional.of(next)).as(what).isNotEqualTo(last);
      assertThat(mayFollow(last.map(PlanStatus::state), next.state())).as(what).isTrue();
      for (int i = 0; i < next.commands().size(); i++) {
        command(i, next, what);
      }
      last = Optional.of(next);
    }
  }

  /** A state may be kept while nodes move. */
  private static boolean mayFollow(Optional<ProgressState> from, ProgressState to) {
    if (from.isEmpty()) {
      return to == ProgressState.SCHEDULABLE_WAIT || to == ProgressState.INCOMPLETE_TARGETS;
    }
    return switch (from.get()) {
      case SCHEDULABLE_WAIT ->
          List.of(
                  ProgressState.SCHEDULABLE_WAIT,
                  ProgressState.SCHEDULABLE,
                  ProgressState.COMPLETED,
                  ProgressState.APPLY_FAILED)
              .contains(to);
      case SCHEDULABLE ->
          List.of(
                  ProgressState.SCHEDULABLE_WAIT,
                  ProgressState.SCHEDULABLE,
                  ProgressState.INCOMPLETE_TARGETS,
                  ProgressState.INCONSISTENT_TARGETS,
                  ProgressState.MISSING_SIGNAL_NODE)
              .contains(to);
      default -> false;
    };
  }

  private void command(int index, PlanStatus next, String what) {
    PlanStatus.Command now = next.commands().get(index);
    Optional<PlanStatus.Command> before = last.map(status -> status.commands().get(index));
    if (before.isPresent() && before.get().state() == ProgressState.COMPLETED) {
      assertThat(now).as(what).isEqualTo(before.get());
      return;
    }
    assertThat(mayFollow(before.map(PlanStatus.Command::state), now.state())).as(what).isTrue();
    boolean turn =
        next.commands().subList(0, index).stream()
            .allMatch(one -> one.state() == ProgressState.COMPLETED);
    if (!turn) {
      assertThat(now.state()).as(what).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    } else if (now.state() != ProgressState.COMPLETED) {
      assertThat(next.state()).as(what).isEqualTo(now.state());
    }
    for (SignalRole role : SignalRole.values()) {
      nodes(before.map(one -> one.nodes(role)).orElse(List.of()), now, role, what);
    }
  }

  private void nodes(
      List<PlanStatus.Node> before, PlanStatus.Command now, SignalRole role, String what) {
    Map<String, SignalState> were = new HashMap<>();
    before.forEach(node -> were.put(node.name(), node.state()));
    for (PlanStatus.Node node : now.nodes(role)) {
      SignalState was = were.getOrDefault(node.name(), SignalState.PENDING);
      boolean backwards = was.isFinal() || node.state() == SignalState.PENDING;
      assertThat(was == node.state() || !backwards).as(what).isTrue();
      if (node.state() == SignalState.SENT && was == SignalState.PENDING) {
        assertThat(last.map(PlanStatus::state)).as(what).contains(ProgressState.SCHEDULABLE);
        assertThat(now.state()).as(what).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
      }
      if (role == SignalRole.WORKER && node.state() != SignalState.PENDING) {
        assertThat(now.controllers()).as(what).allMatch(one -> one.state().isFinal());
      }
    }
    assertThat(now.nodes(role).stream().filter(node -> node.state() == SignalState.SENT).count())
        .as(what)
        .isLessThanOrEqualTo(
            plan.commands().get(now.id()).waves().stream()
                .filter(wave -> wave.role() == role)
                .mapToInt(PlanCommand.Wave::concurrent)
                .sum());
  }
}
