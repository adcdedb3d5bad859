package dev.muster.connections.engine;

import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.engines.EngineRecord;
import dev.muster.records.engines.NewEngine;
import dev.muster.workflows.contract.Mover;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Whether this process's engine moves the runs. The first contact with the engine claims; later the
 * record is compared, at most once a second and only when somebody asks. A process whose engine is
 * no longer the recorded one is abandoned until it is started again, or until the record names its
 * engine again. Safe for many threads.
 */
public final class EngineOwnership implements Mover {

  private static final Logger LOG = LoggerFactory.getLogger(EngineOwnership.class);
  private static final Duration VALID = Duration.ofSeconds(1);

  /** How this process stands to the runs. */
  public enum Standing {
    /** The engine has not answered yet, so nothing was claimed. */
    UNKNOWN,
    /** Its engine moves the runs. */
    MOVES_RUNS,
    /** Another engine moves the runs; this process starts nothing. */
    ABANDONED
  }

  /**
   * What is known.
   *
   * @param identity of this process's engine
   * @param moving the engine that moves the runs
   */
  public record View(Standing standing, Optional<String> identity, Optional<EngineRecord> moving) {}

  private final Records records;
  private final Supplier<Optional<String>> ask;
  private final String description;
  private final Clock clock;
  private final ReentrantLock checking = new ReentrantLock();
  private volatile View view = new View(Standing.UNKNOWN, Optional.empty(), Optional.empty());
  private volatile long checkedAtNanos = System.nanoTime() - VALID.toNanos();

  /**
   * @param ask asks the engine for its identity; empty while it does not answer
   * @param description of the engine, for people
   */
  public EngineOwnership(
      Records records, Supplier<Optional<String>> ask, String description, Clock clock) {
    this.records = records;
    this.ask = ask;
    this.description = description;
    this.clock = clock;
  }

  /** What was known a second ago or later; while the database is away, what was known before. */
  public View view() {
    if (System.nanoTime() - checkedAtNanos >= VALID.toNanos() && checking.tryLock()) {
      try {
        check();
      } catch (DataAccessException away) {
        LOG.debug("The record of the engine cannot be read", away);
      } finally {
        checkedAtNanos = System.nanoTime();
        checking.unlock();
      }
    }
    return view;
  }

  /**
   * Whether this process's engine moves the runs, by the record as it is now.
   *
   * @throws DataAccessException if the database is away
   */
  public boolean movesRuns() {
    checking.lock();
    try {
      check();
      checkedAtNanos = System.nanoTime();
      return view.standing() != Standing.ABANDONED;
    } finally {
      checking.unlock();
    }
  }

  /**
   * The engine at this process's address was replaced by an empty one: that one takes its place in
   * the record, if it moved the runs.
   */
  public void replaced() {
    checking.lock();
    try {
      follow(view.identity());
      checkedAtNanos = System.nanoTime();
    } finally {
      checking.unlock();
    }
  }

  @Override
  public Optional<String> elsewhere() {
    return elsewhere(view());
  }

  /** A plain read as long as nothing changed, so that callers do not wait for each other. */
  @Override
  public Optional<String> elsewhereNow() {
    View known = view;
    if (known.identity().isEmpty()
        || !records.engines().current().map(EngineRecord::identity).equals(known.identity())) {
      movesRuns();
    }
    return elsewhere(view);
  }

  @Override
  public <T> T whileMoving(Supplier<T> work) {
    return ifMoving(work)
        .or(() -> {
          // The first contact has not been yet, or the engine was replaced at this moment.
          movesRuns();
          return ifMoving(work);
        })
        .orElseThrow(() ->
            new IllegalStateException(
                elsewhere(view).orElse("the engine does not say who it is, tried again")));
  }

  private <T> Optional<T> ifMoving(Supplier<T> work) {
    return view.identity()
        .flatMap(identity ->
            records.transaction(() ->
                records.engines().hold(identity) ? Optional.of(work.get()) : Optional.empty()));
  }

  private Optional<String> elsewhere(View known) {
    return known.standing() == Standing.ABANDONED
        ? known.moving().map(this::sentence)
        : Optional.empty();
  }

  private void check() {
    if (view.identity().isEmpty()) {
      ask.get().ifPresent(this::claim);
      return;
    }
    Optional<EngineRecord> moving = records.engines().current();
    if (moving.map(EngineRecord::identity).equals(view.identity())) {
      stand(view.identity(), moving);
    } else {
      follow(view.identity());
    }
  }

  private void claim(String identity) {
    Optional<EngineRecord> before = records.engines().current();
    EngineRecord moving = records.engines().claim(claimed(identity));
    if (before.isPresent() && !before.get().identity().equals(identity)) {
      LOG.info(
          "This process took the runs over from {} (engine {})",
          before.get().description(),
          moving.generation());
      audit(before.get(), moving);
    }
    stand(Optional.of(identity), Optional.of(moving));
  }

  /** Somebody else is recorded, or something was replaced: asks our engine who it is by now. */
  private void follow(Optional<String> before) {
    Optional<String> now = ask.get().or(() -> before);
    if (before.isEmpty()) {
      now.ifPresent(this::claim);
      return;
    }
    stand(
        now,
        now.equals(before)
            ? records.engines().current()
            : records.engines().succeed(before.get(), claimed(now.orElseThrow())));
  }

  private void stand(Optional<String> identity, Optional<EngineRecord> moving) {
    boolean ours = moving.map(EngineRecord::identity).equals(identity);
    View before = view;
    view = new View(ours ? Standing.MOVES_RUNS : Standing.ABANDONED, identity, moving);
    if (!ours && before.standing() != Standing.ABANDONED) {
      LOG.warn(
          "This process starts no workflows any more: {}",
          moving.map(this::sentence).orElse("no engine is recorded"));
    }
    if (ours && before.standing() == Standing.ABANDONED) {
      LOG.info("This process's engine moves the runs again");
    }
  }

  private NewEngine claimed(String identity) {
    return new NewEngine(
        identity, description, clock.instant(), ManagementFactory.getRuntimeMXBean().getName());
  }

  private void audit(EngineRecord before, EngineRecord moving) {
    records
        .audit()
        .insert(
            new NewAuditEntry(
                moving.claimedAt(),
                "process " + moving.claimedBy(),
                "engine.claim",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("engine", moving.description(), "before", before.description())));
  }

  private String sentence(EngineRecord moving) {
    return ("the runs are moved by another engine, %s, since %s (claimed by process %s). Use the Muster there; "
            + "to take the runs back to %s, restart this one.")
        .formatted(moving.description(), moving.claimedAt(), moving.claimedBy(), description);
  }
}
