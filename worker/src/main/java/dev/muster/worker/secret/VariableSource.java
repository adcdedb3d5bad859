package dev.muster.worker.secret;

import dev.muster.activities.secret.SecretSource;
import java.util.Map;
import java.util.Optional;

/**
 * A variable of this process's environment, which never changes.
 *
 * @param environment of the process
 */
record VariableSource(String variable, Map<String, String> environment) implements SecretSource {

  @Override
  public Reading read() {
    return Optional.ofNullable(environment.get(variable))
        .<Reading>map(Reading.Found::new)
        .orElseGet(() -> new Reading.Absent("the worker's environment has no " + variable));
  }

  /** Without the environment. */
  @Override
  public String toString() {
    return "VariableSource[" + variable + "]";
  }
}
