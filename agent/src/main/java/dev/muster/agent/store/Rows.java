package dev.muster.agent.store;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.protocol.ActionReport.Step;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.sensitive.Masking;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;

/** Rows of the database as values. */
final class Rows {

  private Rows() {}

  static StoredAction action(ResultSet row) throws SQLException {
    return new StoredAction(
        row.getLong("sequence"),
        UUID.fromString(row.getString("id")),
        new StoredAction.Work(
            row.getString("kind"),
            json(row.getString("args")),
            metadata(row.getString("metadata")),
            number(row, "timeout_ms"),
            row.getString("origin")),
        new StoredAction.Times(
            Instant.ofEpochMilli(row.getLong("created_ms")),
            Instant.ofEpochMilli(row.getLong("received_ms")),
            number(row, "started_ms").map(Instant::ofEpochMilli),
            number(row, "finished_ms").map(Instant::ofEpochMilli)),
        ActionState.valueOf(row.getString("state")),
        new StoredAction.Result(
            Optional.ofNullable(row.getString("payload")).map(Rows::json),
            Optional.ofNullable(row.getString("error"))
                .map(text -> WireFormat.JSON.readValue(text, Failure.class)),
            number(row, "exit_code").map(Long::intValue),
            number(row, "log_bytes")),
        row.getInt("cancel_requested") != 0,
        new Masking(
            Set.of(),
            WireFormat.JSON.readValue(
                row.getString("sensitive"), new TypeReference<List<String>>() {})));
  }

  static Step step(ResultSet row) throws SQLException {
    return new Step(
        Instant.ofEpochMilli(row.getLong("at_ms")),
        ActionState.valueOf(row.getString("state")),
        Optional.ofNullable(row.getString("why")));
  }

  /** Fractions keep all their digits, so that what was sent equals what was stored. */
  static JsonNode json(String text) {
    return WireFormat.JSON
        .readerFor(JsonNode.class)
        .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .readValue(text);
  }

  private static Map<String, String> metadata(String text) {
    return WireFormat.JSON.readValue(text, new TypeReference<Map<String, String>>() {});
  }

  private static Optional<Long> number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(value);
  }
}
