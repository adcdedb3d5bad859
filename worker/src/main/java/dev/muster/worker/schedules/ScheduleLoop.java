package dev.muster.worker.schedules;

import dev.muster.activities.signals.Signals;
import dev.muster.connections.background.BackgroundLoop;
import dev.muster.records.Records;
import dev.muster.records.policies.HealthLooks.LookKey;
import dev.muster.records.requests.HealthStarts;
import dev.muster.records.requests.ScheduleStarts;
import dev.muster.records.schedules.ScheduleKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Starts what schedules have due, and the looks at members that health policies have due. Every
 * worker looks, and whoever locks a schedule first does it: there is nothing to hand over when one
 * dies. It needs no engine: what it records is looked at as soon as there is one. A turn costs two
 * small queries.
 */
public final class ScheduleLoop extends BackgroundLoop {

  private static final Logger LOG = LoggerFactory.getLogger(ScheduleLoop.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final Records records;
  private final ScheduleStarts starts;
  private final HealthStarts looks;
  private final Signals signals;
  private final Clock clock;

  public ScheduleLoop(Records records, Signals signals, Clock clock) {
    super("schedules", LOOK_EVERY);
    this.records = records;
    this.starts = new ScheduleStarts(records);
    this.looks = new HealthStarts(records);
    this.signals = signals;
    this.clock = clock;
  }

  @Override
  protected void turn() {
    look();
  }

  /** Starts all that is due; one that cannot be started keeps no other waiting. */
  void look() {
    Instant now = clock.instant();
    for (ScheduleKey key : records.schedules().due(now)) {
      attempt(
          "schedule " + key,
          () ->
              starts
                  .start(key, now)
                  .ifPresent(action ->
                      signals.nudge(
                          key.cluster(),
                          records.actions().find(action).flatMap(found -> found.node()).stream()
                              .toList(),
                          "schedule " + key.name())));
    }
    for (LookKey key : records.healthLooks().due(now)) {
      attempt(
          "look at members of " + key.cluster(),
          () ->
              looks
                  .start(key, now)
                  .ifPresent(action -> signals.nudge(key.cluster(), List.of(), "health policy")));
    }
  }

  private static void attempt(String what, Runnable start) {
    try {
      start.run();
    } catch (DataAccessException | TransactionException away) {
      throw away;
    } catch (RuntimeException bug) {
      LOG.error("The {} failed; it is tried again", what, bug);
    }
  }
}
