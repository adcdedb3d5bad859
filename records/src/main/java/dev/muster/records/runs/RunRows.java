package dev.muster.records.runs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Role;
import dev.muster.domain.run.Answerer;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.sql.Row;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads rows of {@code runs}. */
final class RunRows {

  static final String COLUMNS =
      """
      id, cluster, playbook, playbook_version, params, plan_hash, state, state_reason, requester,
        reason, ticket, paused_by, cancelled_by, created_at, started_at, finished_at,
        definition->'sensitive' as sensitive
      """;

  static final String SELECT = "select " + COLUMNS + "from runs";

  /** What tells runs apart, in a line. */
  static final String SAID =
      "playbook || ' v' || playbook_version || ' on ' || cluster || ', ' || state";

  private RunRows() {}

  static RunRecord run(Row row) throws SQLException {
    return new RunRecord(
        new RunId(row.uuid("id")),
        new ClusterName(row.text("cluster")),
        new RunRecord.Planned(
            row.text("playbook"),
            row.integer("playbook_version"),
            row.json("params"),
            row.text("plan_hash")),
        RunOrigin.of(row),
        new RunRecord.Standing(
            state(row),
            row.text("state_reason"),
            row.optionalText("paused_by"),
            row.optionalText("cancelled_by")),
        new RunRecord.Times(
            row.instant("created_at"),
            row.optionalInstant("started_at"),
            row.optionalInstant("finished_at")),
        masking(row));
  }

  private static Masking masking(Row row) throws SQLException {
    Optional<JsonNode> names = row.optionalJson("sensitive");
    return names.isEmpty()
        ? Masking.NONE
        : Masking.of(Masking.names(names.get()), row.json("params"));
  }

  static ProgressState state(Row row) throws SQLException {
    return ProgressState.parse(row.text("state"));
  }

  static StageKey stage(Row row) throws SQLException {
    return new StageKey(new RunId(row.uuid("run")), row.integer("stage"));
  }

  /** Of a row of {@code approvals}. */
  static Answerer answerer(Row row) throws SQLException {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    row.texts("roles").forEach(word -> Role.named(word).ifPresent(roles::add));
    return new Answerer(row.text("by_user"), Set.copyOf(row.texts("groups")), roles);
  }
}
