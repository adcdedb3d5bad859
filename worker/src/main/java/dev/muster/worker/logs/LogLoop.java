package dev.muster.worker.logs;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.LogPiece;
import dev.muster.connections.background.BackgroundLoop;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.changes.Lease;
import dev.muster.records.logs.LogFetching;
import dev.muster.records.logs.LogFetching.Due;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Fetches what actions printed: of those that ended, in batches beside the cycles, and of those
 * that somebody follows, as it is printed. One process at a time does it. What is to be fetched
 * stands in the records, so it does not matter when the process ends. A look costs a few small
 * queries.
 */
public final class LogLoop extends BackgroundLoop {

  private static final Logger LOG = LoggerFactory.getLogger(LogLoop.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final int IN_A_LOOK = 512;

  /** Nodes whose logs are fetched beside each other, each with up to a few MiB. */
  private static final int AT_A_TIME = 8;

  /** Actions that are followed beside each other, each with up to a few MiB. */
  private static final int FOLLOWED = 32;

  private final LogFetching logs;
  private final LogFetcher fetcher;
  private final LogSettings settings;
  private final Clock clock;
  private final Lease lease;
  private final Set<Seat> inHand = ConcurrentHashMap.newKeySet();
  private final Set<ActionId> followed = ConcurrentHashMap.newKeySet();
  private final Semaphore room = new Semaphore(AT_A_TIME);

  public LogLoop(Records records, Asked agents, LogSettings settings, Clock clock) {
    super("logs", LOOK_EVERY);
    this.logs = records.logFetching();
    this.fetcher = new LogFetcher(records, agents, settings, clock);
    this.settings = settings;
    this.clock = clock;
    this.lease = records.lease("logs");
  }

  /** Asks agents for what actions printed. */
  public interface Asked {
    AgentAnswer<LogPiece> log(AgentEndpoint agent, ActionId action, long offset, Duration wait);
  }

  private record Seat(ClusterName cluster, NodeId node) {}

  @Override
  protected void turn() {
    if (lease.isHeld()) {
      look();
    }
  }

  @Override
  protected void ended() {
    lease.close();
  }

  /**
   * One look; by one thread.
   *
   * @return what it began
   */
  List<Thread> look() {
    Instant now = clock.instant();
    logs.wantEnded(now);
    List<Thread> begun = new ArrayList<>();
    for (Due one : logs.followed(now, FOLLOWED)) {
      if (followed.size() < FOLLOWED && followed.add(one.action())) {
        begun.add(start(() -> fetcher.follow(one), () -> followed.remove(one.action())));
      }
    }
    Map<Seat, List<Due>> nodes = new LinkedHashMap<>();
    for (Due one : logs.due(now, IN_A_LOOK)) {
      if (!followed.contains(one.action())) {
        nodes
            .computeIfAbsent(new Seat(one.cluster(), one.node()), any -> new ArrayList<>())
            .add(one);
      }
    }
    nodes.forEach((seat, due) -> {
      if (inHand.add(seat)) {
        begun.add(start(() -> inTurn(due), () -> inHand.remove(seat)));
      }
    });
    for (ActionId action : logs.toCut(now, IN_A_LOOK)) {
      logs.cut(action, settings.whenComplete());
    }
    return begun;
  }

  private void inTurn(List<Due> due) throws InterruptedException {
    room.acquire();
    try {
      fetcher.fetch(due);
    } finally {
      room.release();
    }
  }

  private interface Work {
    void go() throws InterruptedException;
  }

  private static Thread start(Work work, Runnable after) {
    return Thread.ofVirtual()
        .name("muster-log")
        .start(() -> {
          try {
            work.go();
          } catch (InterruptedException stopping) {
            LOG.debug("Fetching logs was given up");
          } catch (DataAccessException | TransactionException away) {
            LOG.info("Logs were not kept; they are fetched again: {}", away.getMessage());
          } catch (RuntimeException bug) {
            LOG.error("Fetching logs failed; it is tried again", bug);
          } finally {
            after.run();
          }
        });
  }
}
