package dev.muster.activities.cycle;

import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Fence;
import dev.muster.records.Records;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Adds up what one cycle does. */
final class Tally {

  private final CycleRequest request;
  private final ClusterSettings settings;
  private final Instant started;

  private int synced;
  private int unreachable;
  private int changed;
  private int pushed;
  private boolean watchable;
  private boolean busy;
  private Deciding.Figures figures = Deciding.Figures.NONE;
  private Optional<Instant> reviewAt = Optional.empty();
  private List<CommandOutcome> outcomes = List.of();
  private final List<String> notes = new ArrayList<>();

  /** Whether nothing was delivered since the pass began. */
  private boolean first = true;

  private Before before = new Before(0, 0, 0, List.of());

  private record Before(int synced, int unreachable, int changed, List<String> notes) {}

  Tally(CycleRequest request, ClusterSettings settings, Instant started) {
    this.request = request;
    this.settings = settings;
    this.started = started;
  }

  CycleRequest request() {
    return request;
  }

  Fence fence() {
    return request.fence();
  }

  ClusterSettings settings() {
    return settings;
  }

  void synced(Sync.Result result) {
    synced = before.synced() + result.answered().size();
    unreachable = before.unreachable() + result.silent();
    notes.clear();
    notes.addAll(before.notes());
    notes.addAll(result.notes());
  }

  /** What follows is counted beside what was counted so far. */
  void nextPass() {
    before = new Before(synced, unreachable, changed, List.copyOf(notes));
    first = true;
    watchable = false;
  }

  /** The newest decision counts; a second one within a cycle adds what it changed. */
  void decided(Deciding.Decided decided) {
    changed = (first ? before.changed() : changed) + decided.figures().changed();
    figures = decided.figures();
    watchable |= decided.watchable();
    busy = decided.busy();
    reviewAt = decided.reviewAt();
    outcomes = outcomes.isEmpty() ? decided.outcomes() : outcomes;
  }

  void delivered(Dispatch.Outcome outcome) {
    first = false;
    pushed += outcome.acknowledged().size();
    changed += outcome.refused().size() + outcome.unsendable().size();
    notes.addAll(Delivery.notes(outcome));
  }

  /** The watch that goes on beside this cycle looks again, once this transaction is committed. */
  void tellWatch(Records records) {
    switch (request.watching()) {
      case ON -> records.changes().notifyCluster(fence().cluster());
      case OFF -> {}
    }
  }

  /** Keeps the report for people. */
  void keep(Records records, Instant now) {
    Reports.keep(records, request, report(), new Reports.Time(started, now));
  }

  /** Keeps the report of a cycle in batches, which did not ask the agents itself. */
  void keepLarge(Records records, Deciding.Decided decided, Instant now) {
    CycleReport own = report();
    Deciding.Figures seen = decided.figures();
    CycleReport shown =
        new CycleReport(
            own.fence(),
            own.standing(),
            new CycleReport.Figures(
                seen.nodes(),
                seen.answering(),
                seen.nodes() - seen.answering(),
                changed,
                decided.pushes().size(),
                seen.waiting(),
                seen.unfinished()),
            own.watchable(),
            own.interval(),
            own.reviewAt(),
            List.of(),
            List.of(),
            List.of());
    Reports.keep(records, request, shown, new Reports.Time(started, now));
  }

  CycleReport report() {
    return new CycleReport(
        fence(),
        Standing.CURRENT,
        new CycleReport.Figures(
            figures.nodes(),
            synced,
            unreachable,
            changed,
            pushed,
            figures.waiting(),
            figures.unfinished()),
        watchable,
        interval(),
        reviewAt,
        outcomes,
        Reports.bounded(notes),
        figures.waits());
  }

  private Duration interval() {
    return busy ? settings.busyInterval() : settings.idleInterval();
  }
}
