package dev.muster.records.actions;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.protocol.ActionReport;
import java.time.Instant;

/**
 * An agent has something else under an id of ours: its record replaces ours, which stays in the
 * history.
 *
 * @param from the state that ours was read in
 */
public record Adoption(ActionReport report, ActionState from, Instant at, Actor by, String why) {}
