package dev.muster.records.sql;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The database: statements, and transactions that they join, as its connections have them: read
 * committed. Safe for any number of threads.
 */
public final class Sql {

  /**
   * Rows that a transaction holds as the driver got them: a large cluster's are made objects in
   * parts.
   */
  private static final int FETCHED = 5_000;

  private final JdbcClient client;
  private final TransactionTemplate transactions;

  public Sql(DataSource database) {
    this.client = JdbcClient.create(database);
    this.transactions = new TransactionTemplate(new JdbcTransactionManager(database));
  }

  /** A statement with {@code :named} parameters. */
  public StatementSpec statement(String text) {
    return client.sql(text).withFetchSize(FETCHED);
  }

  /** Does the work in one transaction, or in the one that this thread is in already. */
  public <T> T transaction(Supplier<T> work) {
    @Nullable T result = execute(work);
    if (result == null) {
      throw new IllegalStateException("a transaction's work gave null (expected: a value)");
    }
    return result;
  }

  private <T> @Nullable T execute(Supplier<T> work) {
    try {
      return transactions.execute(status -> work.get());
    } catch (TransactionSystemException e) {
      // A connection that is lost cannot roll back either: why it was lost is what counts.
      if (e.getApplicationException() instanceof RuntimeException cause) {
        throw cause;
      }
      // What is sent just before the commit leaves no cause: Spring keeps the rollback's failure.
      throw new DataAccessResourceFailureException(
          "the database's connection was lost at the end of a transaction", e);
    }
  }

  /** Does the work when what this thread does is committed, at once without a transaction. */
  public void whenCommitted(Runnable work) {
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      work.run();
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            work.run();
          }
        });
  }

  /** A time as a parameter. */
  public static Object at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  /** An optional value as a parameter: null when it is absent. */
  @SuppressWarnings("NullAway") // SQL's null is a parameter's value; it does not go further
  public static Object orNull(Optional<?> value) {
    return value.map(Sql::parameter).orElse(null);
  }

  private static Object parameter(Object value) {
    return value instanceof Instant instant ? at(instant) : value;
  }
}
