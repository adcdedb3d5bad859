package dev.muster.records.sql;

import dev.muster.domain.protocol.WireFormat;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.support.AbstractSqlTypeValue;

/**
 * A column of many rows as one parameter: an array for {@code unnest} or {@code any}. Elements are
 * in the order of the rows; an absent one is null.
 */
public final class ArrayValue extends AbstractSqlTypeValue {

  private final String elementType;
  private final @Nullable String[] elements;

  private ArrayValue(String elementType, @Nullable String[] elements) {
    this.elementType = elementType;
    this.elements = elements;
  }

  /** Each value by its {@code toString}, which gives the names of ids and enums. */
  public static <T> ArrayValue texts(Collection<T> rows, Function<T, ?> value) {
    return of("text", rows, row -> Texts.clean(value.apply(row).toString()));
  }

  public static <T> ArrayValue optionalTexts(
      Collection<T> rows, Function<T, ? extends Optional<?>> value) {
    return of(
        "text", rows, row -> value.apply(row).map(Object::toString).map(Texts::clean).orElse(null));
  }

  public static <T> ArrayValue uuids(Collection<T> rows, Function<T, ?> value) {
    return of("uuid", rows, row -> value.apply(row).toString());
  }

  public static <T> ArrayValue optionalUuids(
      Collection<T> rows, Function<T, ? extends Optional<?>> value) {
    return of("uuid", rows, row -> value.apply(row).map(Object::toString).orElse(null));
  }

  public static <T> ArrayValue integers(Collection<T> rows, Function<T, Integer> value) {
    return of("int4", rows, row -> value.apply(row).toString());
  }

  public static <T> ArrayValue optionalIntegers(
      Collection<T> rows, Function<T, Optional<Integer>> value) {
    return of("int4", rows, row -> value.apply(row).map(Object::toString).orElse(null));
  }

  public static <T> ArrayValue longs(Collection<T> rows, Function<T, Long> value) {
    return of("int8", rows, row -> value.apply(row).toString());
  }

  public static <T> ArrayValue optionalLongs(
      Collection<T> rows, Function<T, Optional<Long>> value) {
    return of("int8", rows, row -> value.apply(row).map(Object::toString).orElse(null));
  }

  public static <T> ArrayValue flags(Collection<T> rows, Function<T, Boolean> value) {
    return of("bool", rows, row -> value.apply(row) ? "t" : "f");
  }

  public static <T> ArrayValue instants(Collection<T> rows, Function<T, Instant> value) {
    return of("timestamptz", rows, row -> value.apply(row).toString());
  }

  public static <T> ArrayValue optionalInstants(
      Collection<T> rows, Function<T, Optional<Instant>> value) {
    return of("timestamptz", rows, row -> value.apply(row).map(Instant::toString).orElse(null));
  }

  /** Each value as {@link WireFormat} writes it. */
  public static <T> ArrayValue jsons(Collection<T> rows, Function<T, ?> value) {
    return of("jsonb", rows, row -> Texts.json(value.apply(row)));
  }

  public static <T> ArrayValue optionalJsons(
      Collection<T> rows, Function<T, ? extends Optional<?>> value) {
    return of("jsonb", rows, row -> value.apply(row).map(Texts::json).orElse(null));
  }

  private static <T> ArrayValue of(
      String elementType, Collection<T> rows, Function<T, @Nullable String> value) {
    @Nullable String[] elements = new @Nullable String[rows.size()];
    int index = 0;
    for (T row : rows) {
      elements[index++] = value.apply(row);
    }
    return new ArrayValue(elementType, elements);
  }

  @Override
  protected Object createTypeValue(Connection connection, int sqlType, @Nullable String typeName)
      throws SQLException {
    return connection.createArrayOf(elementType, elements);
  }
}
