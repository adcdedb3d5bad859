package dev.muster.records.runs;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The nodes of runs with their steps: all, a page, or those that were chosen. */
public final class RunNodes {

  static final String COLUMNS =
      """
      s.stage, s.position, s.node, s.batch, s.state, s.reason, s.settling_since, s.started_at,
        s.finished_at\
      """;

  private static final String WITH_SILENCE = "select s.*, n.error_since, n.last_error from (";
  private static final String OF_AGENTS =
      """
      ) s left join nodes n on n.cluster = :cluster and n.id = s.node
        and s.state = 'RUNNING' and n.status = 'UNREACHABLE'
      order by s.stage,\
      """;

  private static final String STEPS =
      """
      select a.id, a.stage, a.node, a.step, a.step_index, a.attempt, a.state, a.wait_code,
        a.wait_text, a.started_at, a.finished_at, a.error
      from %s where a.run = :run and a.node is not null order by a.step_index, a.attempt
      """;

  private static final Pattern MARKER = Pattern.compile("(\\d{1,9})/(.+)");

  private final Sql sql;

  RunNodes(Sql sql) {
    this.sql = sql;
  }

  /**
   * A node with its stage.
   *
   * @param stage its index, from 0
   */
  public record Seat(int stage, RunDetail.Node node) {}

  private record Place(int stage, NodeId node) {}

  /** By stage, then by name; the marker is the last one's stage and name of the page before. */
  public Page<Seat> page(RunRecord run, RunNodeFilter filter, PageRequest page) {
    Optional<Place> after = page.marker().map(RunNodes::place);
    Query query =
        new Query("select " + COLUMNS + " from stage_nodes s")
            .and("s.run = :run")
            .with("run", run.id().value())
            .with("cluster", run.cluster().value())
            .with("limit", page.fetch())
            .and("s.stage = :stage", "stage", filter.stage());
    if (!filter.states().isEmpty()) {
      query
          .and("s.state = any(:states)")
          .with("states", ArrayValue.texts(filter.states(), NodeState::name));
    }
    after.ifPresent(place ->
        query
            .and("(s.stage, s.node) > (:after_stage, :after_node)")
            .with("after_stage", place.stage())
            .with("after_node", place.node().value()));
    List<NodeRow> rows =
        query
            .then("order by s.stage, s.node limit :limit")
            .within(WITH_SILENCE, OF_AGENTS + " s.node")
            .list(sql, NodeRow::of);
    return Page.of(
        joined(run, rows, stepsAt(run, rows)),
        page,
        seat -> seat.stage() + "/" + seat.node().node());
  }

  /** Every node of the run, in the order in which they are started. */
  Map<Integer, List<RunDetail.Node>> all(RunRecord run) {
    List<NodeRow> rows =
        new Query("select " + COLUMNS + " from stage_nodes s")
            .and("s.run = :run")
            .with("run", run.id().value())
            .with("cluster", run.cluster().value())
            .within(WITH_SILENCE, OF_AGENTS + " s.position")
            .list(sql, NodeRow::of);
    return byStage(joined(run, rows, steps(run)));
  }

  /**
   * The nodes that a query chooses, in the order in which they are started.
   *
   * @param chosen a query for {@link #COLUMNS}
   */
  Map<Integer, List<RunDetail.Node>> chosen(RunRecord run, Query chosen) {
    List<NodeRow> rows =
        chosen
            .with("run", run.id().value())
            .with("cluster", run.cluster().value())
            .within(WITH_SILENCE, OF_AGENTS + " s.position")
            .list(sql, NodeRow::of);
    return byStage(joined(run, rows, stepsAt(run, rows)));
  }

  private static Map<Integer, List<RunDetail.Node>> byStage(List<Seat> seats) {
    Map<Integer, List<RunDetail.Node>> byStage = new HashMap<>();
    seats.forEach(
        seat -> byStage.computeIfAbsent(seat.stage(), stage -> new ArrayList<>()).add(seat.node()));
    return byStage;
  }

  private static List<Seat> joined(
      RunRecord run, List<NodeRow> rows, Map<Place, List<RunDetail.Step>> steps) {
    return rows.stream()
        .map(row ->
            new Seat(
                row.place().stage(),
                row.node(run.masking(), steps.getOrDefault(row.place(), List.of()))))
        .toList();
  }

  private Map<Place, List<RunDetail.Step>> steps(RunRecord run) {
    return steps(run, new Query(STEPS.formatted("actions a")));
  }

  private Map<Place, List<RunDetail.Step>> stepsAt(RunRecord run, List<NodeRow> rows) {
    if (rows.isEmpty()) {
      return Map.of();
    }
    return steps(
        run,
        new Query(
                STEPS.formatted(
                    """
                    unnest(:stages, :nodes) as k (stage, node)
                    join actions a on a.run = :run and a.stage = k.stage and a.node = k.node\
                    """))
            .with("stages", ArrayValue.integers(rows, row -> row.place().stage()))
            .with("nodes", ArrayValue.texts(rows, row -> row.place().node().value())));
  }

  private Map<Place, List<RunDetail.Step>> steps(RunRecord run, Query query) {
    Map<Place, List<RunDetail.Step>> steps = new HashMap<>();
    query
        .with("run", run.id().value())
        .list(
            sql,
            row ->
                steps
                    .computeIfAbsent(
                        new Place(row.integer("stage"), new NodeId(row.text("node"))),
                        place -> new ArrayList<>())
                    .add(step(row, run.masking())));
    return steps;
  }

  private static Place place(String marker) {
    Matcher read = MARKER.matcher(marker);
    if (!read.matches()) {
      throw PageRequest.badMarker(marker);
    }
    try {
      return new Place(Integer.parseInt(read.group(1)), new NodeId(read.group(2)));
    } catch (IllegalArgumentException notAName) {
      throw PageRequest.badMarker(marker);
    }
  }

  /** A node before its steps are known. */
  private record NodeRow(
      Place place,
      int batch,
      NodeState state,
      String reason,
      Optional<Instant> settlingSince,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt) {

    static NodeRow of(Row row) throws SQLException {
      return new NodeRow(
          new Place(row.integer("stage"), new NodeId(row.text("node"))),
          row.integer("batch"),
          NodeState.valueOf(row.text("state")),
          silence(row).orElse(row.text("reason")),
          row.optionalInstant("settling_since"),
          row.optionalInstant("started_at"),
          row.optionalInstant("finished_at"));
    }

    RunDetail.Node node(Masking masking, List<RunDetail.Step> steps) {
      return new RunDetail.Node(
          place.node(),
          batch,
          state,
          masking.shown(reason),
          settlingSince,
          startedAt,
          finishedAt,
          steps);
    }

    /** Why nothing is heard of a node in work: the records of it are as old as that. */
    private static Optional<String> silence(Row row) throws SQLException {
      Optional<Instant> since = row.optionalInstant("error_since");
      Optional<String> error = row.optionalText("last_error");
      return since.map(at ->
          "no answer from its agent since %s%s"
              .formatted(
                  at.truncatedTo(ChronoUnit.SECONDS),
                  error.map(text -> " (" + text + ")").orElse("")));
    }
  }

  private static RunDetail.Step step(Row row, Masking masking) throws SQLException {
    return new RunDetail.Step(
        row.text("step"),
        row.integer("step_index"),
        row.integer("attempt"),
        new ActionId(row.uuid("id")),
        ActionState.valueOf(row.text("state")),
        waiting(row, masking),
        row.optionalInstant("started_at"),
        row.optionalInstant("finished_at"),
        row.optionalJson("error", ActionReport.Failure.class)
            .map(failure -> masking.shown(failure.message())));
  }

  private static Optional<RunDetail.Waiting> waiting(Row row, Masking masking) throws SQLException {
    Optional<String> code = row.optionalText("wait_code");
    return code.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new RunDetail.Waiting(
                WaitReason.Code.valueOf(code.get()),
                masking.shown(row.optionalText("wait_text").orElse(""))));
  }
}
