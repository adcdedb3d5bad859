package dev.muster.records.schedules;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.sensitive.Masking;
import dev.muster.domain.timetable.Cron;
import dev.muster.domain.timetable.Overlap;
import dev.muster.domain.timetable.ScheduleName;
import dev.muster.domain.timetable.Timing;
import dev.muster.records.schedules.ScheduleRecord.Counts;
import dev.muster.records.schedules.ScheduleRecord.Last;
import dev.muster.records.schedules.ScheduleRecord.Result;
import dev.muster.records.schedules.ScheduleRecord.Standing;
import dev.muster.records.schedules.ScheduleRecord.Written;
import dev.muster.records.sql.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads rows of {@code schedules}. */
final class ScheduleRows {

  static final String SELECT =
      """
      select s.*, coalesce(n.sensitive, '{}') as node_sensitive
      from schedules s left join nodes n on n.cluster = s.cluster and n.id = s.node\
      """;

  private ScheduleRows() {}

  static ScheduleKey key(Row row) throws SQLException {
    return new ScheduleKey(
        new ClusterName(row.text("cluster")), new ScheduleName(row.text("name")));
  }

  static ScheduleRecord read(Row row) throws SQLException {
    NewActionRequest action = row.json("action", NewActionRequest.class);
    List<String> sensitive = row.texts("node_sensitive");
    return new ScheduleRecord(
        row.uuid("id"),
        key(row),
        new ScheduleTerms(
            row.optionalText("node").map(NodeId::new),
            action,
            timing(row),
            Overlap.valueOf(row.text("overlap").toUpperCase(Locale.ROOT))),
        standing(row),
        new Written(row.instant("created_at"), row.text("created_by")),
        new Written(row.instant("changed_at"), row.text("changed_by")),
        sensitive.isEmpty()
            ? Masking.NONE
            : Masking.of(
                sensitive,
                WireFormat.JSON.createObjectNode().setAll(action.args().orElse(Map.of()))));
  }

  private static Timing timing(Row row) throws SQLException {
    Optional<String> cron = row.optionalText("cron");
    if (cron.isPresent()) {
      return new Timing.OfCalendar(new Cron(cron.get()), ZoneId.of(row.text("timezone")));
    }
    Instant first = row.instant("first_at");
    return row.optionalNumber("every_ms")
        .<Timing>map(millis -> new Timing.AtInterval(Duration.ofMillis(millis), first))
        .orElseGet(() -> new Timing.Once(first));
  }

  private static Standing standing(Row row) throws SQLException {
    Optional<Instant> due = row.optionalInstant("last_due_at");
    Optional<Last> last =
        due.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Last(
                    due.get(),
                    row.instant("last_at"),
                    Result.valueOf(row.text("last_result")),
                    row.text("last_why")));
    return new Standing(
        row.flag("enabled"),
        row.optionalInstant("next_at"),
        last,
        row.optionalUuid("last_action").map(ActionId::new),
        new Counts(
            row.number("started"),
            row.number("skipped"),
            row.number("refused"),
            row.number("missed")));
  }
}
