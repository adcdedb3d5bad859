package dev.muster.domain.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The verdicts of one cycle.
 *
 * @param verdicts one for each action in PENDING_SCHEDULE that was not sent, in the order of
 *     service
 * @param reviewAt when a verdict will change by the passing of time alone: a window opens, a
 *     retry's delay ends
 */
public record Decision(List<Verdict> verdicts, Optional<Instant> reviewAt) {}
