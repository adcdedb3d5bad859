package dev.muster.worker.autopilot;

import dev.muster.connections.background.BackgroundLoop;
import dev.muster.domain.autopilot.ChannelIndex;
import dev.muster.records.Records;
import dev.muster.records.autopilot.ObjectKey;
import dev.muster.records.autopilot.PlanTurns;
import dev.muster.records.autopilot.PlanTurns.WaitingPlan;
import dev.muster.records.autopilot.UpdateTurns;
import dev.muster.workflows.client.EngineUnavailable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Does for plans what nobody asks for: ends those whose deadline passed, begins those that waited
 * for another one, cancels the runs of those that were deleted while the engine was away, and lets
 * update configurations look at their servers. Every worker does it; rows that are locked, and that
 * say what was done already, keep two from doing the same. A turn costs one small query where there
 * are no open plans, and some more while nothing of them is due. Servers are asked beside the loop,
 * a few at a time.
 */
public final class PlanLoop extends BackgroundLoop {

  private static final Logger LOG = LoggerFactory.getLogger(PlanLoop.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** Longer than any server may take; then another worker looks. */
  private static final Duration IN_HAND = Duration.ofSeconds(30);

  private static final int AT_A_TIME = 4;

  private final Records records;
  private final PlanTurns plans;
  private final WaitingPlans waiting;
  private final UpdateTurns updates;
  private final PlanRuns runs;
  private final Servers servers;
  private final UpdateSettings settings;
  private final Clock clock;
  private final Set<ObjectKey> inHand = ConcurrentHashMap.newKeySet();
  private final Semaphore room = new Semaphore(AT_A_TIME);

  /** Whom update configurations ask. */
  interface Servers {
    ChannelIndex look(UpdateTurns.Look look) throws InterruptedException;
  }

  public PlanLoop(
      Records records, PlanRuns runs, UpdateServers servers, UpdateSettings settings, Clock clock) {
    this(records, runs, look -> servers.look(look.config(), look.facts()), settings, clock);
  }

  PlanLoop(Records records, PlanRuns runs, Servers servers, UpdateSettings settings, Clock clock) {
    super("autopilot", LOOK_EVERY);
    this.records = records;
    this.plans = new PlanTurns(records);
    this.waiting = new WaitingPlans(plans, runs);
    this.updates = new UpdateTurns(records);
    this.runs = runs;
    this.servers = servers;
    this.settings = settings;
    this.clock = clock;
  }

  @Override
  protected void turn() {
    look();
  }

  /**
   * Does all that is due; what fails keeps nothing else waiting.
   *
   * @return the looks at servers that it began
   */
  List<Thread> look() {
    if (!records.autopilot().hasOpen()) {
      return List.of();
    }
    Instant now = clock.instant();
    for (ObjectKey key : plans.overdue(now)) {
      attempt("deadline of " + key, () -> plans.expire(key, now));
    }
    List<WaitingPlan> all = waiting.all();
    Set<ObjectKey> keys = WaitingPlans.keys(all);
    for (WaitingPlan one : all) {
      attempt(one.key() + ", which waits", () -> waiting.follow(one, keys, now));
    }
    List<Thread> begun = new ArrayList<>();
    for (ObjectKey key : updates.due(now)) {
      if (inHand.add(key)) {
        begun.add(
            Thread.ofVirtual().name("muster-update-" + key.name()).start(() -> lookInTurn(key)));
      }
    }
    cancel();
    return begun;
  }

  /** Last, because it is the only one that needs the engine. */
  private void cancel() {
    records
        .autopilot()
        .cancels()
        .open()
        .forEach(wanted -> attempt("cancel of run " + wanted.run(), () -> runs.cancel(wanted)));
  }

  private void lookInTurn(ObjectKey key) {
    try {
      room.acquire();
      try {
        attempt(key + ", which is to look", () -> lookAt(key));
      } finally {
        room.release();
      }
    } catch (InterruptedException stopping) {
      LOG.debug("The look of {} was given up", key);
    } catch (DataAccessException | TransactionException away) {
      LOG.info("What {} found was not recorded, it looks again: {}", key, away.getMessage());
    } finally {
      inHand.remove(key);
    }
  }

  private void lookAt(ObjectKey key) {
    Optional<UpdateTurns.Look> taken =
        updates.take(key, clock.instant(), IN_HAND.plus(settings.deadline()));
    if (taken.isEmpty()) {
      return;
    }
    try {
      ChannelIndex found = servers.look(taken.get());
      updates
          .keep(taken.get(), found, clock.instant(), settings.lookEvery())
          .ifPresent(started -> {
            LOG.info("{} began run {}", key, started.run().id());
            runs.start(started);
          });
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (DataAccessException | TransactionException | EngineUnavailable away) {
      throw away;
    } catch (RuntimeException bug) {
      LOG.error("The {} failed; it is tried again", what, bug);
    }
  }
}
