package dev.muster.activities.cycle;

import dev.muster.domain.cluster.Fence;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.Shortened;
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
import tools.jackson.databind.JsonNode;

/** Makes and keeps reports. */
final class Reports {

  private static final int MOST_NOTES = 20;
  private static final int LONGEST_NOTE = 300;

  /** Instead of a trigger, as long as a cycle is in progress. */
  private static final String BEGUN = "BATCHES";

  private Reports() {}

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
      bounded.add(Shortened.to(LONGEST_NOTE, note));
    }
    return bounded;
  }

  record Time(Instant started, Instant ended) {}

  /** Notes that a cycle in batches has begun; its report follows when it has chosen. */
  static void begin(Records records, Fence fence, Instant now) {
    Kept nothing = new Kept(0, 0, 0, 0, 0, 0, List.of("in progress"));
    JsonNode report = WireFormat.JSON.valueToTree(nothing);
    records
        .cycles()
        .record(new CycleRecord(fence, BEGUN, now, Duration.ZERO, Optional.empty(), report));
  }

  /** What is kept of a report, for people. */
  private record Kept(
      int synced,
      int unreachable,
      int changed,
      int started,
      int waiting,
      int unfinished,
      List<String> notes) {

    static Kept of(CycleReport report) {
      CycleReport.Figures figures = report.figures();
      return new Kept(
          figures.synced(),
          figures.unreachable(),
          figures.changed(),
          figures.started(),
          figures.waiting(),
          figures.unfinished(),
          report.notes());
    }
  }

  static void keep(Records records, CycleRequest request, CycleReport report, Time time) {
    records
        .cycles()
        .record(
            new CycleRecord(
                request.fence(),
                request.trigger().name(),
                time.started(),
                Duration.between(time.started(), time.ended()),
                Optional.of(dueAt(report, time.ended())),
                WireFormat.JSON.valueToTree(Kept.of(report))));
  }

  private static Instant dueAt(CycleReport report, Instant ended) {
    Instant next = ended.plus(report.interval());
    return report.reviewAt().filter(at -> at.isBefore(next)).orElse(next);
  }
}
