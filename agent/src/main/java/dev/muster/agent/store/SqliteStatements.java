package dev.muster.agent.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statements with parameters; an empty {@link Optional} is NULL. */
final class SqliteStatements {

  private SqliteStatements() {}

  interface Mapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  static int update(Connection connection, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  static <T> List<T> list(Connection connection, Mapper<T> mapper, String sql, Object... parameters)
      throws SQLException {
    List<T> result = new ArrayList<>();
    try (PreparedStatement statement = prepare(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        result.add(mapper.map(rows));
      }
    }
    return result;
  }

  static <T> Optional<T> first(
      Connection connection, Mapper<T> mapper, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? Optional.of(mapper.map(rows)) : Optional.empty();
    }
  }

  static long number(Connection connection, String sql, Object... parameters) throws SQLException {
    return first(connection, row -> row.getLong(1), sql, parameters).orElse(0L);
  }

  static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, value(parameters[i]));
    }
    return statement;
  }

  private static @Nullable Object value(Object parameter) {
    return parameter instanceof Optional<?> optional ? optional.orElse(null) : parameter;
  }
}
