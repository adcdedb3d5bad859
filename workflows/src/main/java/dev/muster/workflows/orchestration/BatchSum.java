package dev.muster.workflows.orchestration;

import dev.muster.workflows.contract.BatchReport;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import java.util.ArrayList;
import java.util.List;

/** The reports of the batches of one cycle, added up. */
final class BatchSum {

  private static final int NOTES = 20;

  private Standing standing = Standing.CURRENT;
  private int synced;
  private int unreachable;
  private int changed;
  private int started;
  private final List<String> notes = new ArrayList<>();

  void add(BatchReport report) {
    if (standing == Standing.CURRENT) {
      standing = report.standing();
    }
    synced += report.synced();
    unreachable += report.unreachable();
    changed += report.changed();
    started += report.started();
    report.notes().forEach(this::note);
  }

  void note(String note) {
    notes.add(note);
  }

  Standing standing() {
    return standing;
  }

  /** What was chosen, and what the batches did. */
  CycleReport with(CycleReport chosen) {
    notes.addAll(chosen.notes());
    return new CycleReport(
        chosen.fence(),
        chosen.standing() == Standing.CURRENT ? standing : chosen.standing(),
        with(chosen.figures()),
        chosen.watchable(),
        chosen.interval(),
        chosen.reviewAt(),
        chosen.outcomes(),
        notes.stream().limit(NOTES).toList(),
        chosen.waits());
  }

  private CycleReport.Figures with(CycleReport.Figures chosen) {
    return new CycleReport.Figures(
        chosen.clusterNodes(),
        synced + chosen.synced(),
        unreachable + chosen.unreachable(),
        changed + chosen.changed(),
        started + chosen.started(),
        chosen.waiting(),
        chosen.unfinished());
  }
}
