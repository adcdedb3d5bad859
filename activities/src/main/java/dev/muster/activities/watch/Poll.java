package dev.muster.activities.watch;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.Since;
import dev.muster.domain.protocol.ActionSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One agent's long poll, on a virtual thread. It goes on over changes that can wait, and ends with
 * the first that cannot, or with the first error of an agent that answered until then.
 */
final class Poll {

  private static final Duration WAIT = Duration.ofSeconds(20);

  /**
   * Older answers are fetched again by the cycle. As long as a watch gathers and a cycle over a
   * large cluster takes, or the first answers would be too old when the last are there.
   */
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final AgentClient client;
  private final Clock clock;
  private final WatchedNode node;
  private final AgentPause pause;
  private final Thread thread;

  private News news = News.QUIET;
  private @Nullable Fetched fetched;
  private Instant fetchedAt = Instant.MIN;
  private @Nullable Bell bell;
  private long releasedNanos;
  private boolean stopped;
  private boolean spent;

  private Poll(AgentClient client, Clock clock, WatchedNode node, AgentPause pause) {
    this.client = client;
    this.clock = clock;
    this.node = node;
    this.pause = pause;
    this.thread = Thread.ofVirtual().name("poll-" + node.agent().node()).unstarted(this::run);
  }

  static Poll start(AgentClient client, Clock clock, WatchedNode node, AgentPause pause) {
    Poll poll = new Poll(client, clock, node, pause);
    poll.thread.start();
    return poll;
  }

  WatchedNode node() {
    return node;
  }

  /** Whether this poll asks what a poll of {@code other} would ask, and still may bring news. */
  synchronized boolean serves(WatchedNode other) {
    return !stopped && !spent && node.equals(other);
  }

  /** From now on {@code other} is rung; its watch must look at {@link #read} once itself. */
  synchronized void join(Bell other) {
    bell = other;
  }

  /** The watch no longer needs it, unless another watch joined meanwhile. */
  synchronized void release(Bell old) {
    if (bell == old) {
      bell = null;
      releasedNanos = System.nanoTime();
    }
  }

  /** Whether nobody has wanted it for {@code linger}. */
  synchronized boolean isForgotten(Duration linger) {
    return bell == null && System.nanoTime() - releasedNanos > linger.toNanos();
  }

  synchronized News read() {
    return news;
  }

  /** Reads it for good: news that end a poll are told once. */
  synchronized News take() {
    spent = news == News.NOW;
    return news;
  }

  /** What it brought, if that is fresh and continues from {@code cursor}. */
  synchronized Optional<Fetched> fresh(String address, long cursor) {
    boolean fits = node.since().cursor() == cursor && node.agent().address().equals(address);
    return fits && fetchedAt.plus(FRESH).isAfter(clock.instant())
        ? Optional.ofNullable(fetched)
        : Optional.empty();
  }

  /** Ends it: the request is aborted, and its connection closed. */
  synchronized void stop() {
    stopped = true;
    thread.interrupt();
  }

  private void run() {
    Since since = node.since();
    try {
      while (true) {
        Thread.sleep(pause.remaining());
        Instant askedAt = clock.instant();
        AgentAnswer<ActionSnapshot> answer = ask(since);
        switch (answer) {
          case AgentAnswer.Answered<ActionSnapshot>(ActionSnapshot snapshot) -> {
            pause.succeeded();
            since = since.from(snapshot.cursor());
            if (publish(snapshot, askedAt)) {
              return;
            }
          }
          case AgentAnswer.Unreachable<ActionSnapshot> silent -> {
            if (failed()) {
              return;
            }
          }
          case AgentAnswer.Garbage<ActionSnapshot> garbage -> {
            if (failed()) {
              return;
            }
          }
        }
      }
    } catch (InterruptedException e) {
      // stopped: nobody wants to know
    }
  }

  /** That a silent agent answers is news, even when nothing has changed on it. */
  private AgentAnswer<ActionSnapshot> ask(Since since) {
    return switch (node.status()) {
      case UNKNOWN, UNREACHABLE -> client.snapshot(node.agent(), since);
      case UP, UNHEALTHY, NODE_DOWN, VANISHED -> client.watch(node.agent(), since, WAIT);
    };
  }

  /**
   * Whether the poll is over. The newest snapshot stands for all since the first: nothing had ended
   * in the ones before, or the poll would have been over.
   */
  private boolean publish(ActionSnapshot snapshot, Instant askedAt) {
    News brought = News.of(snapshot, node.since().cursor(), node.status());
    synchronized (this) {
      fetched = new Fetched(snapshot, askedAt, node.since().unfinished());
      fetchedAt = clock.instant();
    }
    if (brought != News.QUIET) {
      tell(brought);
    }
    return brought == News.NOW;
  }

  /** Whether the poll is over: an agent that was silent before is asked again, without a word. */
  private boolean failed() {
    if (isStopped()) {
      return true;
    }
    pause.failed();
    if (!node.status().agentAnswers()) {
      return false;
    }
    tell(News.NOW);
    return true;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private void tell(News brought) {
    @Nullable Bell told;
    synchronized (this) {
      news = brought;
      told = bell;
    }
    if (told != null) {
      told.ring();
    }
  }
}
