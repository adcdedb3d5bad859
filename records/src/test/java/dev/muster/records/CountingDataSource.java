package dev.muster.records;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Counts the statements that are executed over a data source. */
public final class CountingDataSource {

  private final DataSource counted;
  private final AtomicInteger statements = new AtomicInteger();

  public CountingDataSource(DataSource inner) {
    this.counted =
        wrap(
            DataSource.class,
            inner,
            (result, method) ->
                result instanceof Connection connection ? connection(connection) : result);
  }

  public DataSource dataSource() {
    return counted;
  }

  /** How many statements the work executes. */
  public int during(Runnable work) {
    int before = statements.get();
    work.run();
    return statements.get() - before;
  }

  private Connection connection(Connection inner) {
    return wrap(
        Connection.class,
        inner,
        (result, method) ->
            result instanceof PreparedStatement statement ? statement(statement) : result);
  }

  private PreparedStatement statement(PreparedStatement inner) {
    return wrap(
        PreparedStatement.class,
        inner,
        (result, method) -> {
          if (method.getName().startsWith("execute")) {
            statements.incrementAndGet();
          }
          return result;
        });
  }

  @FunctionalInterface
  private interface Result {
    Object of(Object result, Method method);
  }

  @SuppressWarnings("NullAway") // methods that return nothing give null, as a proxy must
  private static <T> T wrap(Class<T> type, T inner, Result result) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          try {
            Object given = method.invoke(inner, arguments);
            return given == null ? null : result.of(given, method);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
