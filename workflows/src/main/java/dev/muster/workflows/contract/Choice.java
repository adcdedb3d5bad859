package dev.muster.workflows.contract;

import java.util.List;

/**
 * What a large cycle chose.
 *
 * @param report as of now; what the batches add is summed up by the workflow
 * @param toDispatch the ranges in which something is to be pushed
 */
public record Choice(CycleReport report, List<NodeRange> toDispatch) {}
