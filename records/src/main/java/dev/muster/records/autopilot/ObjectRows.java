package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.records.sql.Row;
import java.sql.SQLException;

/** Reads rows of {@code autopilot_objects} and {@code autopilot_changes}. */
final class ObjectRows {

  static final String SELECT =
      """
      select o.*, p.run from autopilot_objects o left join autopilot_plans p on p.plan = o.uid\
      """;

  private ObjectRows() {}

  static StoredObject read(Row row) throws SQLException {
    return new StoredObject(
        key(row),
        row.uuid("uid"),
        row.number("version"),
        row.number("generation"),
        row.instant("created_at"),
        row.json("metadata"),
        row.json("spec"),
        row.optionalJson("status"),
        row.optionalUuid("run").map(RunId::new));
  }

  static ObjectChange change(Row row) throws SQLException {
    return new ObjectChange(ObjectChange.Type.valueOf(row.text("type")), read(row));
  }

  static ObjectKey key(Row row) throws SQLException {
    return new ObjectKey(
        new ClusterName(row.text("cluster")), kind(row.text("kind")), row.text("name"));
  }

  private static ObjectKind kind(String word) {
    for (ObjectKind kind : ObjectKind.values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    throw new IllegalStateException("kind of an object: '%s'".formatted(word));
  }
}
