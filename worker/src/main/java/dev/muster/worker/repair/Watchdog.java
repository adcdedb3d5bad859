package dev.muster.worker.repair;

import dev.muster.domain.stall.Backoff;
import dev.muster.domain.stall.LoopSigns;
import dev.muster.domain.stall.Stall;
import dev.muster.records.Records;
import dev.muster.records.signs.Signs.LateRun;
import dev.muster.workflows.client.EngineClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds clusters whose loop stands still and runs that are not advanced, from the records alone,
 * and has them started again: on an engine that others use, each by itself; an embedded one is
 * replaced as a whole. What does not move even then is left alone for longer and longer.
 */
public final class Watchdog {

  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  /** After a database or a machine was away everything is late, and most of it moves by itself. */
  private static final Duration SEEN_FOR = Duration.ofSeconds(3);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

  /** More at a time would be a burden of its own. */
  private static final int AT_A_TIME = 20;

  private final Records records;
  private final Clock clock;
  private final MeterRegistry meters;
  private final Map<String, History> histories = new HashMap<>();
  private volatile Remedy remedy;
  private volatile int standing;

  /**
   * Something that stands still.
   *
   * @param what for people, such as "cluster prod"
   * @param restart starts its workflow again
   */
  public record Found(String what, Stall stall, Runnable restart) {}

  /** What is done about what stands still. */
  public interface Remedy {
    void apply(List<Found> found);
  }

  /** Of one thing, from the first look that found it standing. */
  private record History(Instant firstSeen, Optional<Instant> notBefore, Backoff pause) {

    boolean isDue(Instant now) {
      return notBefore.map(at -> !at.isAfter(now)).orElse(!firstSeen.plus(SEEN_FOR).isAfter(now));
    }

    History treated(Instant now) {
      return new History(firstSeen, Optional.of(now.plus(pause.next())), pause);
    }
  }

  public Watchdog(Records records, Clock clock, MeterRegistry meters) {
    this.records = records;
    this.clock = clock;
    this.meters = meters;
    this.remedy = found -> found.forEach(one -> one.restart().run());
    Gauge.builder("muster.stalls", () -> standing).register(meters);
  }

  /** Does something else from now on about what stands still. */
  public void remedy(Remedy instead) {
    remedy = instead;
  }

  /** One look; by one process at a time. */
  void look(EngineClient engine) {
    Instant now = clock.instant();
    List<Found> found = find(engine, now);
    standing = found.size();
    histories.keySet().retainAll(found.stream().map(Found::what).toList());
    List<Found> due = new ArrayList<>();
    for (Found one : found) {
      History history =
          histories.computeIfAbsent(
              one.what(),
              unknown ->
                  new History(now, Optional.empty(), new Backoff(FIRST_PAUSE, LONGEST_PAUSE)));
      boolean helps = one.stall().remedy() == Stall.Remedy.RESTART;
      if (helps && history.isDue(now) && due.size() < AT_A_TIME) {
        histories.put(one.what(), history.treated(now));
        due.add(one);
      }
    }
    if (!due.isEmpty()) {
      due.forEach(one -> LOG.warn("{} {}", one.what(), one.stall().text()));
      meters.counter("muster.stalls.remedied").increment(due.size());
      remedy.apply(due);
    }
  }

  /** Another process looks: what stands still is its to count. */
  void rest() {
    standing = 0;
  }

  private List<Found> find(EngineClient engine, Instant now) {
    List<Found> found = new ArrayList<>();
    Instant before = now.minus(LoopSigns.PATIENCE);
    for (LoopSigns signs : records.signs().loops(before)) {
      signs
          .stall(now)
          .ifPresent(stall ->
              found.add(
                  new Found(
                      "cluster " + signs.cluster(),
                      stall,
                      () -> engine.restartOrchestration(signs.cluster()))));
    }
    for (LateRun late : records.signs().late(before)) {
      Stall.ofRun(late.state(), late.dueAt(), now)
          .ifPresent(stall ->
              found.add(
                  new Found(
                      "run " + late.run().id(),
                      stall,
                      () -> engine.restartRun(RepairLoop.input(late.run())))));
    }
    return found;
  }
}
