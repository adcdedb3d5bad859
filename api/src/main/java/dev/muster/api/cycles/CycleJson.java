package dev.muster.api.cycles;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.records.cycles.CycleRecord;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * What a cycle did, as callers see it: one flat object.
 *
 * @param trigger what made it happen
 * @param notes errors of single nodes and what else a person should know
 */
public record CycleJson(
    long epoch,
    long cycle,
    String trigger,
    Instant startedAt,
    double durationMs,
    @JsonUnwrapped CycleFiguresPart figures,
    List<String> notes) {

  /**
   * How much there was to do.
   *
   * @param synced nodes whose agent answered
   * @param unreachable nodes whose agent did not
   * @param changed actions whose state changed
   * @param started actions that were pushed and acknowledged
   * @param waiting actions that got a reason instead
   * @param unfinished actions that are not finished after the cycle
   */
  public record CycleFiguresPart(
      int synced, int unreachable, int changed, int started, int waiting, int unfinished) {

    static CycleFiguresPart of(JsonNode report) {
      return new CycleFiguresPart(
          report.path("synced").asInt(0),
          report.path("unreachable").asInt(0),
          report.path("changed").asInt(0),
          report.path("started").asInt(0),
          report.path("waiting").asInt(0),
          report.path("unfinished").asInt(0));
    }
  }

  private static final double NANOS_PER_MILLI = 1e6;

  static CycleJson of(CycleRecord cycle) {
    JsonNode report = cycle.report();
    return new CycleJson(
        cycle.fence().epoch(),
        cycle.fence().cycle(),
        cycle.trigger(),
        cycle.startedAt(),
        cycle.duration().toNanos() / NANOS_PER_MILLI,
        CycleFiguresPart.of(report),
        StreamSupport.stream(report.path("notes").spliterator(), false)
            .map(note -> note.asString(""))
            .toList());
  }
}
