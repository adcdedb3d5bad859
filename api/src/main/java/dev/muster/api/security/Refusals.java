package dev.muster.api.security;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ShownAddress;
import dev.muster.connections.background.BackgroundLoop;
import dev.muster.domain.action.Actor;
import dev.muster.domain.shown.Printable;
import dev.muster.domain.shown.Shortened;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps in the audit which requests were refused, and to whom. Nobody waits for it: the same
 * refusal is kept once a minute, with how often it was given since, and what does not fit into the
 * queue is only counted.
 */
public final class Refusals extends BackgroundLoop {

  private static final Duration ONCE_IN = Duration.ofMinutes(1);
  private static final int QUEUE = 1_000;

  /** Different refusals that are told apart at a time. */
  private static final int MOST = 2_000;

  /** More are not kept in a second, only counted. */
  private static final int A_SECOND = 20;

  private static final int LONGEST = 200;

  private final Records records;
  private final Clock clock;
  private final BlockingQueue<NewAuditEntry> queue = new ArrayBlockingQueue<>(QUEUE);
  private final Map<Refusal, Given> given = new ConcurrentHashMap<>();
  private final AtomicLong dropped = new AtomicLong();
  private long second;
  private int inSecond;

  public Refusals(Records records, Clock clock) {
    super("refusals", Duration.ZERO);
    this.records = records;
    this.clock = clock;
  }

  /**
   * A request that was not answered.
   *
   * @param who the identity, or the address from which it came if it proved none
   * @param what method and path
   */
  record Refusal(int status, Actor who, String what, String why) {

    static Refusal of(HttpServletRequest request, Actor who, ProblemException problem) {
      return new Refusal(
          problem.body().status(),
          who,
          request.getMethod() + " " + ShownAddress.of(request),
          problem.body().detail());
    }
  }

  /**
   * When a refusal was kept.
   *
   * @param since how often it was given again since then
   * @param before how often between the time before and then
   */
  private record Given(Instant at, long since, long before) {

    boolean isNow() {
      return since == 0;
    }
  }

  /** Notes one. */
  void note(Refusal refusal) {
    Instant now = clock.instant();
    Refusal kept =
        new Refusal(
            refusal.status(),
            new Actor(refusal.who().type(), shown(refusal.who().name())),
            shown(refusal.what()),
            shown(refusal.why()));
    if (given.size() >= MOST) {
      given.clear();
    }
    Given last = given.compute(kept, (same, before) -> again(Optional.ofNullable(before), now));
    if (last.isNow() && !(isRoom(now) && queue.offer(entry(kept, now, last.before())))) {
      dropped.incrementAndGet();
    }
  }

  private static Given again(Optional<Given> before, Instant now) {
    return before
        .filter(last -> now.isBefore(last.at().plus(ONCE_IN)))
        .map(last -> new Given(last.at(), last.since() + 1, last.before()))
        .orElseGet(() -> new Given(now, 0, before.map(Given::since).orElse(0L)));
  }

  /** Whoever makes up addresses must not fill the audit with them. */
  private synchronized boolean isRoom(Instant now) {
    if (now.getEpochSecond() != second) {
      second = now.getEpochSecond();
      inSecond = 0;
    }
    return ++inSecond <= A_SECOND;
  }

  private NewAuditEntry entry(Refusal refusal, Instant now, long before) {
    Map<String, String> detail = new LinkedHashMap<>();
    detail.put("request", refusal.what());
    detail.put("status", String.valueOf(refusal.status()));
    detail.put("why", refusal.why());
    if (before > 0) {
      detail.put("before", "%d times in the minute after the last entry".formatted(before));
    }
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      detail.put("notKept", String.valueOf(lost));
    }
    return new NewAuditEntry(
        now,
        refusal.who().toString(),
        "request.refused",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        detail);
  }

  private static String shown(String text) {
    return Shortened.to(LONGEST, Printable.of(text.replaceAll("[\\n\\t]", " ")));
  }

  @Override
  protected void turn() throws InterruptedException {
    NewAuditEntry entry = queue.take();
    boolean kept = false;
    try {
      records.audit().insert(entry);
      kept = true;
    } finally {
      if (!kept) {
        dropped.incrementAndGet();
      }
    }
  }
}
