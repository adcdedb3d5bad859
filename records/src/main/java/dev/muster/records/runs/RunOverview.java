package dev.muster.records.runs;

import dev.muster.domain.run.RunSituation;

/**
 * A run as its rules see it.
 *
 * @param settling how many of the running nodes have done their steps and only settle
 */
public record RunOverview(RunSituation view, int settling) {}
