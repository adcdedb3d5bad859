package dev.muster.workflows.contract;

import java.util.Optional;

/**
 * What a person says with a signal; plain JSON, {@code {"by":"ada","why":"looks good"}}.
 *
 * @param planHash with an approval: the plan that was looked at; it must still be the run's
 */
public record Instruction(String by, Optional<String> why, Optional<String> planHash) {}
