package dev.muster.records.changes;

import dev.muster.domain.run.RunId;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tells every process that a run, or something that is shown with it, changed: by NOTIFY, which
 * PostgreSQL delivers when the transaction commits.
 */
public final class Changes {

  static final String CHANNEL = "muster_runs";

  private final Sql sql;
  private final DataSource database;

  public Changes(Sql sql, DataSource database) {
    this.sql = sql;
    this.database = database;
  }

  /** What a listener is told. */
  public sealed interface Change {

    /** This run changed. */
    record OfRun(RunId run) implements Change {}

    /** The connection was lost and is back: anything may have changed meanwhile. */
    record Unknown() implements Change {}
  }

  public void notifyRun(RunId run) {
    notifyRuns(Set.of(run));
  }

  /**
   * Within a transaction the runs are gathered and sent in one statement, each once, before it
   * commits.
   */
  public void notifyRuns(Collection<RunId> runs) {
    if (runs.isEmpty()) {
      return;
    }
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      send(runs);
      return;
    }
    @Nullable Object bound = TransactionSynchronizationManager.getResource(this);
    if (bound instanceof Gathered gathered) {
      gathered.runs.addAll(runs);
      return;
    }
    Gathered gathered = new Gathered();
    gathered.runs.addAll(runs);
    TransactionSynchronizationManager.bindResource(this, gathered);
    TransactionSynchronizationManager.registerSynchronization(gathered);
  }

  /**
   * Calls {@code consumer} for each change from now on, one at a time, on a virtual thread that has
   * a connection of its own. It connects again when the connection is lost.
   */
  public Listening listen(Consumer<Change> consumer) {
    return listen(database, consumer);
  }

  /** The same over connections from elsewhere, for instance outside the pool. */
  public static Listening listen(DataSource connections, Consumer<Change> consumer) {
    return Listening.start(connections, consumer);
  }

  private void send(Collection<RunId> runs) {
    sql.statement(
            """
            select pg_notify(:channel, run) as sent from unnest(:runs) as run
            """)
        .param("channel", CHANNEL)
        .param("runs", ArrayValue.texts(runs, run -> run))
        .query(Row.mapper(row -> row.optionalText("sent")))
        .list();
  }

  private final class Gathered implements TransactionSynchronization {

    private final Set<RunId> runs = new TreeSet<>();

    @Override
    public void beforeCommit(boolean readOnly) {
      send(runs);
    }

    @Override
    public void beforeCompletion() {
      TransactionSynchronizationManager.unbindResourceIfPossible(Changes.this);
    }

    @Override
    public void suspend() {
      TransactionSynchronizationManager.unbindResourceIfPossible(Changes.this);
    }

    @Override
    public void resume() {
      TransactionSynchronizationManager.bindResource(Changes.this, this);
    }
  }
}
