package dev.muster.activities.cycle;

import dev.muster.domain.cluster.Fence;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.cycles.CycleRecord;
import dev.muster.records.fences.Fenced;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes and keeps reports. */
final class Reports {

  private static final int MOST_NOTES = 20;
  private static final int LONGEST_NOTE = 300;

  private Reports() {}

  /** Of a cycle that may not write. */
  static CycleReport ended(Fence fence, Standing standing) {
    return new CycleReport(
        fence,
        standing,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        false,
        Duration.ZERO,
        Optional.empty(),
        List.of(),
        List.of());
  }

  static Standing standing(Fenced<?> fenced) {
    return switch (fenced) {
      case Fenced.Written<?> written -> Standing.CURRENT;
      case Fenced.Superseded<?> superseded -> Standing.SUPERSEDED;
      case Fenced.Removed<?> removed -> Standing.REMOVED;
    };
  }

  /** At most twenty, each of bounded length. */
  static List<String> bounded(List<String> notes) {
    List<String> bounded = new ArrayList<>();
    for (String note : notes) {
      if (bounded.size() == MOST_NOTES - 1 && notes.size() > MOST_NOTES) {
        bounded.add("and %d more".formatted(notes.size() - bounded.size()));
        break;
      }
      bounded.add(note.length() > LONGEST_NOTE ? note.substring(0, LONGEST_NOTE) + "…" : note);
    }
    return bounded;
  }

  record Time(Instant started, Instant ended) {}

  private record Kept(
      int synced,
      int unreachable,
      int changed,
      int started,
      int waiting,
      int unfinished,
      List<String> notes) {}

  static void keep(Records records, CycleRequest request, CycleReport report, Time time) {
    Kept kept =
        new Kept(
            report.synced(),
            report.unreachable(),
            report.changed(),
            report.started(),
            report.waiting(),
            report.unfinished(),
            report.notes());
    records
        .cycles()
        .record(
            new CycleRecord(
                request.fence(),
                request.trigger().name(),
                time.started(),
                Duration.between(time.started(), time.ended()),
                WireFormat.JSON.valueToTree(kept)));
  }
}
