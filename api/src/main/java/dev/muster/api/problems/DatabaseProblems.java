package dev.muster.api.problems;

import dev.muster.connections.schema.PoolBusy;
import dev.muster.connections.schema.WaitingPool;
import dev.muster.domain.request.Unfit;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.Optional;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Tells a database that is away, and a text that it cannot hold, from a bug. */
final class DatabaseProblems {

  private DatabaseProblems() {}

  static Optional<ProblemException> of(NestedRuntimeException failure) {
    Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
    String state =
        root instanceof SQLException sql && sql.getSQLState() != null ? sql.getSQLState() : "";
    if (state.equals("22021") || state.equals("22P05")) {
      return Optional.of(
          ProblemException.badRequest(
              "a text holds a character that cannot be stored, such as U+0000 (expected: Unicode"
                  + " text)"));
    }
    if (state.equals(WaitingPool.DISK_FULL)) {
      return Optional.of(ProblemException.diskFull(Unfit.firstLine(root)));
    }
    return isAway(failure, root, state)
        ? Optional.of(new ProblemException(ProblemType.DATABASE_UNAVAILABLE, why(failure)))
        : Optional.empty();
  }

  private static String why(NestedRuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PoolBusy busy) {
        return busy.getMessage() + "; nothing was changed, try again in a moment";
      }
    }
    return isBeforeAnything(failure)
        ? "PostgreSQL does not answer; nothing was changed, try again in a moment"
        : "PostgreSQL went away before it said that it was done: look whether it was, or repeat it with the same id";
  }

  private static boolean isBeforeAnything(NestedRuntimeException failure) {
    return failure instanceof CannotGetJdbcConnectionException
        || failure instanceof CannotCreateTransactionException;
  }

  /** Classes of SQLSTATE: 08 connection, 53 resources, 57P shutdown. */
  private static boolean isAway(NestedRuntimeException failure, Throwable root, String state) {
    return failure instanceof DataAccessResourceFailureException
        || failure instanceof RecoverableDataAccessException
        || failure instanceof CannotCreateTransactionException
        || root instanceof SQLTransientException
        || root instanceof SQLNonTransientConnectionException
        || state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57P");
  }
}
