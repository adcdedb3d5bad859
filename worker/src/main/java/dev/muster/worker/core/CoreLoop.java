package dev.muster.worker.core;

import dev.muster.activities.secret.Secrets;
import dev.muster.activities.signals.Signals;
import dev.muster.connections.background.BackgroundLoop;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.records.Records;
import dev.muster.records.changes.Lease;
import dev.muster.records.core.CoreActions;
import dev.muster.records.core.CoreActions.Place;
import dev.muster.records.core.CoreActions.Signalled;
import dev.muster.records.core.CoreTurn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Executes the actions that Muster itself executes. One process at a time does it, under a lease
 * that PostgreSQL frees when the process dies; whoever is next does again what was in hand, under
 * the same id, and says so. What waits is a row and costs nothing.
 */
public final class CoreLoop extends BackgroundLoop {

  private static final Logger LOG = LoggerFactory.getLogger(CoreLoop.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** Whether the lease is still held, and what ended elsewhere, is asked in so many looks. */
  private static final int LOOKS = 10;

  /** Turns at a time; each may be a request that takes long. */
  private static final int AT_A_TIME = 256;

  private final CoreActions actions;
  private final CoreTurns turns;
  private final CoreServers servers;
  private final Signals signals;
  private final Clock clock;
  private final Lease lease;
  private final Map<ActionId, Thread> inHand = new ConcurrentHashMap<>();
  private final Set<ActionId> toStop = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean moved = new AtomicBoolean();
  private boolean held;
  private boolean someWait;
  private int looks;

  public CoreLoop(
      Records records, CoreSettings settings, Secrets secrets, Signals signals, Clock clock) {
    super("core", LOOK_EVERY);
    this.actions = records.coreActions(UUID.randomUUID());
    this.servers = new CoreServers(settings);
    this.turns = new CoreTurns(actions, servers, secrets, clock);
    this.signals = signals;
    this.clock = clock;
    this.lease = records.lease("core");
  }

  /** There may be something to do that was not there before. */
  public void moved() {
    moved.set(true);
  }

  /** While there is no action, and nobody says that there is one, the database is left alone. */
  @Override
  protected void turn() {
    boolean inDepth = looks++ % LOOKS == 0;
    if (inDepth) {
      held = lease.isHeld();
    }
    if (held) {
      if (inDepth) {
        tidy();
      }
      if (moved.getAndSet(false) || inDepth || someWait) {
        look();
      }
    }
  }

  /** What is in hand is left to the next process, which does it again. */
  @Override
  protected void ended() {
    inHand.values().forEach(Thread::interrupt);
    lease.close();
    servers.close();
  }

  /** Lets go what nobody has in hand any more, and what is over for other reasons. */
  void tidy() {
    actions.adopt(List.copyOf(inHand.keySet()), clock.instant()).forEach(this::tell);
    for (ActionId gone : actions.forgetEnded()) {
      Optional.ofNullable(inHand.get(gone)).ifPresent(Thread::interrupt);
    }
  }

  /**
   * Heeds signals, and begins what is due; by one thread.
   *
   * @return what it began
   */
  List<Thread> look() {
    CoreActions.Work work = actions.work(clock.instant());
    someWait = work.any();
    if (!work.due()) {
      return List.of();
    }
    for (Signalled wanted : actions.signalled()) {
      Optional<Thread> thread = Optional.ofNullable(inHand.get(wanted.action()));
      if (wanted.signal() == Signal.CANCEL && thread.isPresent()) {
        toStop.add(wanted.action());
        thread.get().interrupt();
      } else {
        actions.heed(wanted, clock.instant()).ifPresent(this::tell);
      }
    }
    int room = AT_A_TIME - inHand.size();
    Instant now = clock.instant();
    List<Thread> begun = new ArrayList<>();
    if (room > 0) {
      actions.take(now, room).forEach(turn -> begun.add(begin(turn)));
    }
    return begun;
  }

  private Thread begin(CoreTurn turn) {
    ActionId id = turn.push().id();
    Thread thread = Thread.ofVirtual().name("muster-core").unstarted(() -> run(turn));
    inHand.put(id, thread);
    thread.start();
    return thread;
  }

  private void run(CoreTurn turn) {
    ActionId id = turn.push().id();
    try {
      execute(turn).ifPresent(this::tell);
    } catch (DataAccessException | TransactionException away) {
      LOG.warn("Action {} was executed, but that could not be written; it is executed again", id);
      LOG.debug("The database is away", away);
    } finally {
      toStop.remove(id);
      inHand.remove(id);
    }
  }

  private Optional<Place> execute(CoreTurn turn) {
    try {
      return turns.take(turn);
    } catch (InterruptedException stopping) {
      return toStop.contains(turn.push().id()) ? turns.stopped(turn) : Optional.empty();
    } catch (DataAccessException | TransactionException away) {
      throw away;
    } catch (RuntimeException bug) {
      LOG.error("Action {} could not be executed", turn.push().id(), bug);
      return turns.broke(turn, bug);
    }
  }

  private void tell(Place place) {
    signals.nudge(place.cluster(), place.node().stream().toList(), "what Muster executes");
  }
}
