package dev.muster.domain.run;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.Executor;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A step as it was frozen: one action, done on each target node in order.
 *
 * @param args an object whose texts may hold {@code ${…}} expressions, rendered for each node when
 *     its action is recorded
 * @param when a CEL expression over the same names; a step for which it is false is skipped
 * @param timeout of one execution, enforced by who executes it
 * @param retries how many more attempts a failed one gets; at least 0
 * @param retryDelay between a failed attempt and the next
 * @param runs who executes it; empty for the agent, as in plans of before there was a choice
 */
public record StepPlan(
    String name,
    ActionKind kind,
    JsonNode args,
    Optional<String> when,
    Duration timeout,
    int retries,
    Duration retryDelay,
    Optional<Executor> runs) {

  /** So that what an agent executes has the hash that it always had. */
  public StepPlan {
    runs = runs.filter(executor -> executor != Executor.AGENT);
  }

  /** Who executes it. */
  public Executor executor() {
    return runs.orElse(Executor.AGENT);
  }
}
