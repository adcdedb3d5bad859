package dev.muster.records.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** A query with conditions that depend on what was asked for. For one use by one thread. */
public final class Query {

  private final StringBuilder select;
  private final List<String> conditions = new ArrayList<>();
  private final Map<String, Object> parameters = new LinkedHashMap<>();
  private String tail = "";
  private String before = "";
  private String after = "";

  /**
   * @param select up to and without {@code where}
   */
  public Query(String select) {
    this.select = new StringBuilder(before).append(select);
  }

  /** A condition that always holds or has its parameters set with {@link #with}. */
  public Query and(String condition) {
    conditions.add(condition);
    return this;
  }

  /** A condition over {@code :name}, left out when there is no value. */
  public Query and(String condition, String name, Optional<?> value) {
    value.ifPresent(present -> {
      conditions.add(condition);
      parameters.put(name, plain(present));
    });
    return this;
  }

  public Query with(String name, Object value) {
    parameters.put(name, value);
    return this;
  }

  /** What stands behind the conditions: order and limit. */
  public Query then(String text) {
    tail = text;
    return this;
  }

  /** One condition in place of all so far, which is made of them. */
  Query whole(UnaryOperator<String> made) {
    String all = String.join("\n  and ", conditions);
    conditions.clear();
    conditions.add(made.apply(all));
    return this;
  }

  /** What the query so far is a part of: a text in front of it and one behind it. */
  public Query within(String front, String rest) {
    before = front;
    after = rest;
    return this;
  }

  public <T> List<T> list(Sql sql, Row.Reader<T> reader) {
    StringBuilder text = new StringBuilder(before).append(select);
    for (int i = 0; i < conditions.size(); i++) {
      text.append(i == 0 ? "\nwhere " : "\n  and ").append(conditions.get(i));
    }
    text.append('\n').append(tail).append(after);
    StatementSpec statement = sql.statement(text.toString());
    parameters.forEach(statement::param);
    return statement.query(Row.mapper(reader)).list();
  }

  private static Object plain(Object value) {
    return value instanceof Number || value instanceof ArrayValue || value instanceof java.util.UUID
        ? value
        : value.toString();
  }
}
