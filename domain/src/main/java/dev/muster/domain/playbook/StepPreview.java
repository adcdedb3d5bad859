package dev.muster.domain.playbook;

import dev.muster.domain.action.Executor;
import dev.muster.domain.core.CoreKind;
import dev.muster.domain.playbook.Definition.StepSpec;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.run.ProgressState;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Renders what can be rendered before the run starts, so that a label missing on the last node is
 * told now and not after the others were restarted.
 */
final class StepPreview {

  /** What is known only while the run goes on. */
  private static final Set<String> LATER = Set.of("run", "steps", "stages");

  private final Scope scope;
  private final PlanProblems problems;

  StepPreview(Scope scope, PlanProblems problems) {
    this.scope = scope;
    this.problems = problems;
  }

  void check(StepSpec step, List<Candidate> nodes) {
    if (Expressions.isFixed(step.args()) || !known(Expressions.roots(step.args()))) {
      return;
    }
    if (step.when().isPresent() && !known(Expressions.roots(step.when().get()))) {
      return;
    }
    for (Candidate node : nodes) {
      Scope here = scope.withNode(node);
      if (applies(step, here)) {
        problem(step, Expressions.render(step.args(), here))
            .ifPresent(problem ->
                problems.add(
                    ProgressState.INCONSISTENT_TARGETS,
                    step.path() + "/args",
                    "on node '%s': %s".formatted(node.id(), problem)));
      }
    }
  }

  private static Optional<String> problem(StepSpec step, Rendered rendered) {
    return switch (rendered) {
      case Rendered.Failed(String message) -> Optional.of(message);
      case Rendered.Value(JsonNode args) ->
          step.runs() == Executor.CORE
              ? CoreKind.of(step.kind()).flatMap(kind -> kind.problem(args))
              : Optional.empty();
    };
  }

  private boolean applies(StepSpec step, Scope here) {
    return step.when().isEmpty()
        || (Expressions.test(step.when().get(), here) instanceof Tested.Is answer
            && answer.holds());
  }

  private static boolean known(Set<String> roots) {
    return Collections.disjoint(roots, LATER);
  }
}
