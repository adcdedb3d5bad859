package dev.muster.records.sql;

import dev.muster.domain.protocol.WireFormat;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.RowMapper;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/** A row of a result, with the columns as our types; an absent value is an empty Optional. */
public final class Row {

  private static final TypeReference<Map<String, String>> TEXT_MAP = new TypeReference<>() {};

  private final ResultSet columns;

  private Row(ResultSet columns) {
    this.columns = columns;
  }

  /** Makes a value of a row. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  /** The reader in Spring's terms. */
  public static <T> RowMapper<T> mapper(Reader<T> reader) {
    return (columns, index) -> reader.read(new Row(columns));
  }

  public String text(String column) throws SQLException {
    return columns.getString(column);
  }

  public Optional<String> optionalText(String column) throws SQLException {
    return Optional.ofNullable(columns.getString(column));
  }

  public UUID uuid(String column) throws SQLException {
    return columns.getObject(column, UUID.class);
  }

  public Optional<UUID> optionalUuid(String column) throws SQLException {
    return Optional.ofNullable(columns.getObject(column, UUID.class));
  }

  public int integer(String column) throws SQLException {
    return columns.getInt(column);
  }

  public Optional<Integer> optionalInteger(String column) throws SQLException {
    int value = columns.getInt(column);
    return columns.wasNull() ? Optional.empty() : Optional.of(value);
  }

  public long number(String column) throws SQLException {
    return columns.getLong(column);
  }

  public Optional<Long> optionalNumber(String column) throws SQLException {
    long value = columns.getLong(column);
    return columns.wasNull() ? Optional.empty() : Optional.of(value);
  }

  public boolean flag(String column) throws SQLException {
    return columns.getBoolean(column);
  }

  public Instant instant(String column) throws SQLException {
    return columns.getObject(column, OffsetDateTime.class).toInstant();
  }

  public Optional<Instant> optionalInstant(String column) throws SQLException {
    return Optional.ofNullable(columns.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }

  public JsonNode json(String column) throws SQLException {
    return WireFormat.JSON.readTree(columns.getString(column));
  }

  public Optional<JsonNode> optionalJson(String column) throws SQLException {
    return optionalText(column).map(WireFormat.JSON::readTree);
  }

  public <T> T json(String column, Class<T> type) throws SQLException {
    return WireFormat.JSON.readValue(columns.getString(column), type);
  }

  public <T> Optional<T> optionalJson(String column, Class<T> type) throws SQLException {
    return optionalText(column).map(text -> WireFormat.JSON.readValue(text, type));
  }

  /** A jsonb object whose values are texts, in jsonb's order of names. */
  public Map<String, String> textMap(String column) throws SQLException {
    String text = columns.getString(column);
    return text.equals("{}") ? Map.of() : WireFormat.JSON.readValue(text, TEXT_MAP);
  }

  public List<String> texts(String column) throws SQLException {
    return Arrays.asList((String[]) array(column));
  }

  public List<UUID> uuids(String column) throws SQLException {
    return Arrays.asList((UUID[]) array(column));
  }

  private Object array(String column) throws SQLException {
    Array array = columns.getArray(column);
    return array.getArray();
  }
}
