package dev.muster.worker.repair;

import dev.muster.connections.background.BackgroundLoop;
import dev.muster.connections.engine.EngineOwnership;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.Records;
import dev.muster.records.changes.Lease;
import dev.muster.records.runs.OpenRun;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.client.EngineUnavailable;
import dev.muster.workflows.contract.RunInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Starts the workflow of every open run and of every cluster that has none: at once, and then every
 * ten seconds. One process at a time does it, whoever holds the lease, and only if its engine is
 * the one that moves the runs. A pass over what is all there costs one call for each open run and
 * cluster, and changes nothing; the next pass goes on where this one ended. At most {@link
 * #MOST_AT_A_TIME} are called until everything was called once; then, until somebody asks or
 * something was away, {@link #MOST_IN_CASE}: what is lost unnoticed is found by its time as well.
 * Between passes it looks every second for runs that nobody could hand over, and for what stands
 * still ({@link Watchdog}), which costs a few small queries. While the engine is away a pass is
 * tried every second, so that an engine that comes back empty has everything again within a second.
 */
public final class RepairLoop extends BackgroundLoop {

  /** Calls in one pass. */
  static final int MOST_AT_A_TIME = 500;

  /** Calls in one pass when nothing says that anything is lost. */
  static final int MOST_IN_CASE = 50;

  private static final Logger LOG = LoggerFactory.getLogger(RepairLoop.class);
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Records records;
  private final EngineClient engine;
  private final EngineOwnership ownership;
  private final Watchdog watchdog;
  private final Lease lease;
  private final Semaphore asked = new Semaphore(1);
  private int next;

  /** Whether a pass is to be made; stays so until one went through. */
  private boolean due = true;

  /** When the last one did. */
  private long passed = System.nanoTime();

  /** Whether everything is to be called once, soon. */
  private boolean all = true;

  /** How many of these calls are left. */
  private int left;

  public RepairLoop(
      Records records, EngineClient engine, EngineOwnership ownership, Watchdog watchdog) {
    super("repair", Duration.ZERO);
    this.records = records;
    this.engine = engine;
    this.ownership = ownership;
    this.watchdog = watchdog;
    this.lease = records.lease("repair");
  }

  /** Asks for a pass now, because the engine is empty. */
  public void now() {
    asked.release();
  }

  @Override
  protected void turn() throws InterruptedException {
    boolean now = asked.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    all |= now;
    due |= now || System.nanoTime() - passed >= EVERY.toNanos();
    boolean done = false;
    try {
      done = isOurs();
      if (!done) {
        watchdog.rest();
      } else if (due) {
        repair();
        due = false;
        passed = System.nanoTime();
      } else {
        takeUp();
      }
    } catch (EngineUnavailable | DataAccessException away) {
      done = false;
      throw away;
    } finally {
      // Somebody else had the lease, or something was away: whatever was lost meanwhile is called.
      all |= !done;
    }
  }

  @Override
  protected void ended() {
    lease.close();
  }

  /** A process whose engine was abandoned gives the lease to one that can do something with it. */
  private boolean isOurs() {
    if (ownership.movesRuns()) {
      return lease.isHeld();
    }
    lease.close();
    return false;
  }

  /** Runs that were recorded by a process that could not hand them over, and what stands still. */
  void takeUp() {
    records.runs().notTakenUp().forEach(run -> ensure(() -> engine.ensureRun(input(run))));
    watchdog.look(engine);
  }

  /** One pass. Orchestrations come first: without them no run gets far. */
  void repair() {
    List<Runnable> starts = new ArrayList<>();
    for (ClusterName cluster : records.clusters().names()) {
      starts.add(() -> engine.ensureOrchestration(cluster));
    }
    for (OpenRun run : records.runs().open()) {
      starts.add(() -> engine.ensureRun(input(run)));
    }
    left = all ? starts.size() : left;
    int calls = Math.min(starts.size(), left > 0 ? MOST_AT_A_TIME : MOST_IN_CASE);
    for (int i = 0; i < calls; i++) {
      ensure(starts.get((next + i) % starts.size()));
    }
    next = starts.isEmpty() ? 0 : (next + calls) % starts.size();
    left = Math.max(0, left - calls);
    all = false;
  }

  /** One that cannot be started must not keep the others from it. */
  private static void ensure(Runnable start) {
    try {
      start.run();
    } catch (EngineUnavailable e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("A workflow could not be started; tried again with a later pass", e);
    }
  }

  static RunInput input(OpenRun run) {
    return RunInput.start(
        run.id(), run.cluster(), run.playbook() + " v" + run.version(), run.requester());
  }
}
