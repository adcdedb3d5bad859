package dev.muster.records.actions;

import dev.muster.domain.run.StageKey;

/**
 * The place of an action in a run.
 *
 * @param index of the step in its stage, from 0
 * @param attempt from 1
 */
public record StepRef(StageKey stage, int index, String step, int attempt) {}
