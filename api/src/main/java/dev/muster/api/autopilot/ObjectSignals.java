package dev.muster.api.autopilot;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.records.autopilot.AutopilotRecords;
import dev.muster.records.changes.Changes;
import dev.muster.records.changes.Changes.Change;
import dev.muster.records.changes.Listening;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Tells whoever watches objects of a cluster to look again: of writes, and of runs that belong to
 * plans. Two connections for the whole process, however many watch.
 */
public final class ObjectSignals implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(ObjectSignals.class);

  /** Runs of which is remembered whether they are a plan's. */
  private static final int REMEMBERED = 10_000;

  private final AutopilotRecords records;
  private final DataSource connections;
  private final Map<ClusterName, Set<Watcher>> watchers = new ConcurrentHashMap<>();
  private final Map<RunId, Optional<ClusterName>> clusters = new Remembered();
  private final AtomicReference<List<Listening>> listening = new AtomicReference<>(List.of());

  /**
   * @param connections outside of the pool
   */
  public ObjectSignals(AutopilotRecords records, DataSource connections) {
    this.records = records;
    this.connections = connections;
  }

  /** Somebody is told, until it is closed. */
  @FunctionalInterface
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /** Not a record: the same work may be registered twice. */
  private static final class Watcher {
    private final Runnable touched;

    Watcher(Runnable touched) {
      this.touched = touched;
    }
  }

  /** Of the listening thread alone. */
  private static final class Remembered extends LinkedHashMap<RunId, Optional<ClusterName>> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<RunId, Optional<ClusterName>> eldest) {
      return size() > REMEMBERED;
    }
  }

  /** Calls {@code touched} from now on, until the result is closed. */
  Subscription watch(ClusterName cluster, Runnable touched) {
    Watcher watcher = new Watcher(touched);
    watchers.compute(
        cluster,
        (name, known) -> {
          Set<Watcher> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(watcher);
          return all;
        });
    return () ->
        watchers.computeIfPresent(
            cluster,
            (name, known) -> {
              known.remove(watcher);
              return known.isEmpty() ? null : known;
            });
  }

  private void hearObjects(Change<ClusterName> change) {
    switch (change) {
      case Change.Of<ClusterName>(ClusterName cluster) -> touch(cluster);
      case Change.Unknown<ClusterName>() -> watchers.keySet().forEach(this::touch);
    }
  }

  private void hearRuns(Change<RunId> change) {
    if (watchers.isEmpty()) {
      return;
    }
    switch (change) {
      case Change.Of<RunId>(RunId run) ->
          clusters.computeIfAbsent(run, records::clusterOf).ifPresent(this::touch);
      case Change.Unknown<RunId>() -> watchers.keySet().forEach(this::touch);
    }
  }

  private void touch(ClusterName cluster) {
    for (Watcher watcher : watchers.getOrDefault(cluster, Set.of())) {
      try {
        watcher.touched.run();
      } catch (RuntimeException e) {
        LOG.error("Who watches objects of cluster {} failed when told of a change", cluster, e);
      }
    }
  }

  @Override
  public void start() {
    listening.set(
        List.of(
            Changes.listenForObjects(connections, this::hearObjects),
            Changes.listen(connections, this::hearRuns)));
  }

  @Override
  public void stop() {
    listening.getAndSet(List.of()).forEach(Listening::close);
  }

  @Override
  public boolean isRunning() {
    return !listening.get().isEmpty();
  }
}
