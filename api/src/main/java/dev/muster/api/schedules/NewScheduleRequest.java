package dev.muster.api.schedules;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.timetable.Cron;
import dev.muster.domain.timetable.Overlap;
import dev.muster.domain.timetable.ScheduleName;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/schedules}. Either {@code cron}, or {@code every}, or {@code
 * at}, or {@code every} and {@code at}.
 *
 * @param node where the action is done; without it, on the cluster itself
 * @param action that starts each time; without {@code id} and {@code dependsOn}
 * @param cron five fields: minute, hour, day of the month, month, day of the week
 * @param timezone in which {@code cron} is read, such as {@code Europe/Berlin}; {@code UTC} if it
 *     is absent
 * @param every between two due times
 * @param at the one due time; with {@code every} the first one, otherwise that is one interval away
 * @param overlap what becomes of a due time while the action before it is unfinished; {@code skip}
 *     if it is absent
 * @param enabled whether it starts anything; {@code true} if it is absent
 */
public record NewScheduleRequest(
    ScheduleName name,
    Optional<NodeId> node,
    NewActionRequest action,
    Optional<Cron> cron,
    Optional<String> timezone,
    Optional<Duration> every,
    Optional<Instant> at,
    Optional<Overlap> overlap,
    Optional<Boolean> enabled) {}
