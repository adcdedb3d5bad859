package dev.muster.domain.playbook;

import dev.muster.domain.run.ProgressState;
import java.util.Optional;
import java.util.function.Supplier;

/** Gives fields their values once the parameters are known; what has none becomes a problem. */
final class Resolver {

  private final Scope scope;
  private final PlanProblems problems;

  Resolver(Scope scope, PlanProblems problems) {
    this.scope = scope;
    this.problems = problems;
  }

  <T> Optional<T> value(Field<T> field) {
    return switch (Expressions.render(field.raw(), scope)) {
      case Rendered.Value value -> attempt(field.path(), () -> field.parser().parse(value.json()));
      case Rendered.Failed failed -> {
        problem(field.path(), failed.message());
        yield Optional.empty();
      }
    };
  }

  /** What {@code reading} gives, unless it says that something does not fit. */
  <T> Optional<T> attempt(String path, Supplier<T> reading) {
    try {
      return Optional.of(reading.get());
    } catch (IllegalArgumentException e) {
      problem(path, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private void problem(String path, String message) {
    problems.add(ProgressState.NEW_PLAN, path, message);
  }
}
