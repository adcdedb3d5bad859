package dev.muster.records.schedules;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.timetable.Overlap;
import dev.muster.domain.timetable.Timing;
import java.util.Optional;

/**
 * What starts, and when.
 *
 * @param node empty for an action whose target is the cluster
 */
public record ScheduleTerms(
    Optional<NodeId> node, NewActionRequest action, Timing timing, Overlap overlap) {}
