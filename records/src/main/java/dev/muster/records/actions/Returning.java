package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.run.RunId;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.Row;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Statements that return {@code id} and {@code run} of the actions that they wrote. */
final class Returning {

  private Returning() {}

  /** Runs one, and tells who follows the runs. */
  static Set<ActionId> ids(StatementSpec statement, Changes changes) {
    Set<ActionId> ids = new LinkedHashSet<>();
    Set<RunId> runs = new LinkedHashSet<>();
    statement
        .query(
            Row.mapper(row -> {
              row.optionalUuid("run").map(RunId::new).ifPresent(runs::add);
              return ids.add(new ActionId(row.uuid("id")));
            }))
        .list();
    changes.notifyRuns(runs);
    return ids;
  }
}
