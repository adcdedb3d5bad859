package dev.muster.domain.protocol;

import java.util.List;

/**
 * Answer of {@code GET /v1/actions?since=CURSOR[&wait=SECONDS]}: what the agent knew at one moment.
 *
 * @param cursor pass it as {@code since} the next time; grows with every change, and is at least 1
 * @param completeSince a snapshot asked for from a cursor before this one may miss actions that
 *     finished and were purged; 0 as long as nothing was purged
 * @param actions every unfinished action, the running one first, then by receipt; then every action
 *     that finished after {@code since}, by time of finishing
 */
public record ActionSnapshot(
    AgentInfo info, long cursor, long completeSince, List<ActionReport> actions) {}
