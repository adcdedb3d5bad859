package dev.muster.records.changes;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tells every process that a run, or something that is shown with it, changed, and that whoever
 * works beside the cycles of a cluster has to look again at it: by NOTIFY, which PostgreSQL
 * delivers when the transaction commits.
 */
public final class Changes {

  private static final String RUNS = "muster_runs";
  private static final String CLUSTERS = "muster_clusters";
  private static final String OBJECTS = "muster_objects";

  private final Sql sql;
  private final DataSource database;

  public Changes(Sql sql, DataSource database) {
    this.sql = sql;
    this.database = database;
  }

  /**
   * What a listener is told.
   *
   * @param <T> what changes
   */
  public sealed interface Change<T> {

    /** This one changed. */
    record Of<T>(T what) implements Change<T> {}

    /** The connection was lost and is back: anything may have changed meanwhile. */
    record Unknown<T>() implements Change<T> {}
  }

  public void notifyRun(RunId run) {
    notifyRuns(Set.of(run));
  }

  /**
   * Within a transaction the runs are gathered and sent in one statement, each once, before it
   * commits.
   */
  public void notifyRuns(Collection<RunId> runs) {
    if (!runs.isEmpty()) {
      gathered(gathered -> gathered.runs.addAll(runs));
    }
  }

  /**
   * Tells the watch of a cluster, in whichever process it is, to look at its nodes again, and who
   * executes Muster's own actions, to look for one.
   */
  public void notifyCluster(ClusterName cluster) {
    gathered(gathered -> gathered.clusters.add(cluster));
  }

  /** Tells that an object of Autopilot changed in a cluster. */
  public void notifyObjects(ClusterName cluster) {
    gathered(gathered -> gathered.objects.add(cluster));
  }

  private void gathered(Consumer<Gathered> add) {
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      Gathered alone = new Gathered();
      add.accept(alone);
      alone.send();
      return;
    }
    @Nullable Object bound = TransactionSynchronizationManager.getResource(this);
    if (bound instanceof Gathered gathered) {
      add.accept(gathered);
      return;
    }
    Gathered gathered = new Gathered();
    add.accept(gathered);
    TransactionSynchronizationManager.bindResource(this, gathered);
    TransactionSynchronizationManager.registerSynchronization(gathered);
  }

  /**
   * Calls {@code consumer} for each change of a run from now on, one at a time, on a virtual thread
   * that has a connection of its own. It connects again when the connection is lost.
   */
  public Listening listen(Consumer<Change<RunId>> consumer) {
    return listen(database, consumer);
  }

  /** Listens over connections from elsewhere, for instance outside the pool. */
  public static Listening listen(DataSource connections, Consumer<Change<RunId>> consumer) {
    return Listening.start(connections, RUNS, RunId::parse, consumer);
  }

  /** Hears, in the same way, which clusters are to be looked at again. */
  public Listening listenForClusters(Consumer<Change<ClusterName>> consumer) {
    return Listening.start(database, CLUSTERS, ClusterName::new, consumer);
  }

  /** Hears in which clusters objects of Autopilot changed, over connections from elsewhere. */
  public static Listening listenForObjects(
      DataSource connections, Consumer<Change<ClusterName>> consumer) {
    return Listening.start(connections, OBJECTS, ClusterName::new, consumer);
  }

  private record Notice(String channel, Object payload) {}

  private void send(List<Notice> notices) {
    sql.statement(
            """
            select count(*) from (
              select pg_notify(channel, payload) from unnest(:channels, :payloads)
                as n (channel, payload) offset 0) as sent
            """)
        .param("channels", ArrayValue.texts(notices, Notice::channel))
        .param("payloads", ArrayValue.texts(notices, Notice::payload))
        .query(Row.mapper(row -> row.number("count")))
        .single();
  }

  private final class Gathered implements TransactionSynchronization {

    private final Set<RunId> runs = new TreeSet<>();
    private final Set<ClusterName> clusters = new TreeSet<>();
    private final Set<ClusterName> objects = new TreeSet<>();

    void send() {
      List<Notice> notices = new ArrayList<>();
      runs.forEach(run -> notices.add(new Notice(RUNS, run)));
      clusters.forEach(cluster -> notices.add(new Notice(CLUSTERS, cluster)));
      objects.forEach(cluster -> notices.add(new Notice(OBJECTS, cluster)));
      Changes.this.send(notices);
    }

    @Override
    public void beforeCommit(boolean readOnly) {
      send();
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
