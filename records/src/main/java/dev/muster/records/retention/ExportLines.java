package dev.muster.records.retention;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.sensitive.Masking;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * History as lines of JSON: rows with the columns of their tables, and what belongs to them. What
 * nobody is shown is not in them either.
 */
final class ExportLines {

  /** Under which sensitive values stand by name. */
  private static final Set<String> NAMED = Set.of("args", "params", "payload", "error");

  private final Sql sql;

  ExportLines(Sql sql) {
    this.sql = sql;
  }

  List<JsonNode> runs(Collection<UUID> ids) {
    return sql.statement(
            """
            select to_jsonb(r) || jsonb_build_object(
                'stages', (select jsonb_agg(to_jsonb(s) - 'run' order by s.stage)
                  from run_stages s where s.run = r.id),
                'nodes', (select jsonb_agg(to_jsonb(n) - 'run' order by n.stage, n.position)
                  from stage_nodes n where n.run = r.id),
                'approvals', (select jsonb_agg(to_jsonb(p) - 'run' order by p.at, p.by_user)
                  from approvals p where p.run = r.id)) as line,
              r.definition->'sensitive' as run_sensitive, r.params as run_params
            from unnest(:ids) with ordinality as k (id, place) join runs r using (id)
            order by k.place
            """)
        .param("ids", ArrayValue.uuids(ids, id -> id))
        .query(Row.mapper(row -> line("run", row.json("line"), ofRun(row, List.of()))))
        .list();
  }

  List<JsonNode> actions(Collection<UUID> ids) {
    return sql.statement(
            """
            select to_jsonb(a) || jsonb_build_object(
                'transitions', (select jsonb_agg(to_jsonb(t) - 'action' order by t.seq)
                  from action_transitions t where t.action = a.id)) as line,
              coalesce(n.sensitive, '{}') as node_sensitive,
              r.definition->'sensitive' as run_sensitive, r.params as run_params
            from unnest(:ids) with ordinality as k (id, place) join actions a using (id)
            left join nodes n on n.cluster = a.cluster and n.id = a.node
            left join runs r on r.id = a.run
            order by k.place
            """)
        .param("ids", ArrayValue.uuids(ids, id -> id))
        .query(
            Row.mapper(
                row -> line("action", row.json("line"), ofRun(row, row.texts("node_sensitive")))))
        .list();
  }

  List<JsonNode> audit(Collection<Long> numbers) {
    return sql.statement(
            "select to_jsonb(a) as line from audit a where seq = any(:numbers) order by seq")
        .param("numbers", ArrayValue.longs(numbers, number -> number))
        .query(Row.mapper(row -> line("audit", row.json("line"), Masking.NONE)))
        .list();
  }

  private static Masking ofRun(Row row, List<String> ofNode) throws SQLException {
    JsonNode line = row.json("line");
    List<String> names = new ArrayList<>(ofNode);
    row.optionalJson("run_sensitive").map(Masking::names).ifPresent(names::addAll);
    return row.optionalJson("run_params")
        .map(params -> Masking.of(names, line.path("args"), params))
        .orElseGet(() -> Masking.of(names, line.path("args")));
  }

  /** A column may have the name of a sensitive argument; only values are looked for there. */
  private static JsonNode line(String record, JsonNode row, Masking masking) {
    Masking byValue = new Masking(Set.of(), masking.values());
    ObjectNode line = WireFormat.JSON.createObjectNode().put("record", record);
    for (Map.Entry<String, JsonNode> field : row.properties()) {
      JsonNode value = field.getValue();
      if (!value.isNull()) {
        line.set(
            field.getKey(),
            NAMED.contains(field.getKey()) ? masking.shown(value) : byValue.shown(value));
      }
    }
    return line;
  }
}
