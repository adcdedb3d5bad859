package dev.muster.workflows.contract;

import java.util.List;

/**
 * What one batch of a cycle gave.
 *
 * @param changed actions whose state changed
 * @param started actions that were pushed and acknowledged; 0 in a sync
 */
public record BatchReport(
    CycleReport.Standing standing,
    int synced,
    int unreachable,
    int changed,
    int started,
    List<String> notes) {}
