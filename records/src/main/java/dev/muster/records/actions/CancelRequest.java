package dev.muster.records.actions;

import java.time.Instant;

/** That somebody wants an action, or the run that it belongs to, cancelled. */
public record CancelRequest(Instant at, String by) {}
