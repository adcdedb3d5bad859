package dev.muster.workflows.contract;

import dev.muster.domain.run.ProgressState;

/**
 * How a run ended.
 *
 * @param state a final one; the state as it stands when a newer epoch took the run over
 */
public record RunEnd(ProgressState state, String why) {}
