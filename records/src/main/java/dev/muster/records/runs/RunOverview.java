package dev.muster.records.runs;

import dev.muster.domain.run.RunSituation;

/**
 * A run as its rules see it.
 *
 * @param reason of its state, as it is recorded
 * @param settling how many of the running nodes have done their steps and only settle
 * @param version of the run's row: whoever moves a run leaves another one
 */
public record RunOverview(RunSituation view, String reason, int settling, String version) {}
