package dev.muster.worker.retention;

import dev.muster.connections.background.BackgroundLoop;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.retention.RetentionRule;
import dev.muster.domain.retention.RetentionRules;
import dev.muster.records.Records;
import dev.muster.records.changes.Lease;
import dev.muster.records.retention.Export;
import dev.muster.records.retention.HistoryRemoval;
import dev.muster.records.retention.HistoryStatus.Looking;
import dev.muster.records.retention.Removed;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes history whose time is over, as the rules say: one process at a time, whoever holds the
 * lease. A pass removes batch after batch and rests between two of them at least nine times as long
 * as one took, so that what moves runs has the database most of the time. Where an export folder is
 * given, a batch is in it before it goes.
 */
public final class RetentionLoop extends BackgroundLoop {

  private static final Logger LOG = LoggerFactory.getLogger(RetentionLoop.class);
  private static final int REST = 9;

  private final Records records;
  private final Clock clock;
  private final RetentionSettings settings;
  private final Optional<ExportFolder> folder;
  private final Lease lease;

  public RetentionLoop(Records records, Clock clock, RetentionSettings settings) {
    super("retention", settings.every());
    this.records = records;
    this.clock = clock;
    this.settings = settings;
    this.folder = settings.folder().map(path -> new ExportFolder(path, clock));
    this.lease = records.lease("retention");
  }

  @Override
  protected void turn() throws InterruptedException {
    if (lease.isHeld()) {
      pass();
    }
  }

  @Override
  protected void ended() {
    lease.close();
  }

  /** Removes everything whose time is over. */
  void pass() throws InterruptedException {
    Pass pass = new Pass();
    RetentionRules rules = records.retention().rules();
    if (!rules.keepAll()) {
      folder.ifPresent(ExportFolder::sweep);
      try {
        pass.over(rules);
      } catch (ExportFolder.Failed full) {
        pass.halted = Optional.of(String.valueOf(full.getMessage()));
      }
    }
    pass.note(Removed.NOTHING);
    if (!pass.removed.isNothing()) {
      LOG.info(
          "Removed {} runs, {} actions and {} entries of the audit, whose time was over",
          pass.removed.runs(),
          pass.removed.actions(),
          pass.removed.audit());
    }
    if (pass.leaves) {
      // For a worker that has a folder.
      lease.close();
    }
  }

  /** One pass over all clusters. */
  private final class Pass {

    private final HistoryRemoval removal = records.historyRemoval();
    private final Instant now = clock.instant();
    private final Optional<Export> export = folder.map(to -> to);
    private Removed removed = Removed.NOTHING;
    private Optional<String> halted = Optional.empty();
    private boolean leaves;

    void over(RetentionRules rules) throws InterruptedException {
      for (ClusterName cluster : removal.clusters()) {
        RetentionRule rule = rules.of(Optional.of(cluster));
        if (may(rule)) {
          Optional<Instant> before = rule.runs().endedBefore(now);
          if (before.isPresent()) {
            all(() -> removal.runs(cluster, before.get(), rule.atLeast(), export));
            all(() -> removal.actions(cluster, before.get(), export));
          }
          audit(Optional.of(cluster), rule);
        }
      }
      RetentionRule rule = rules.of(Optional.empty());
      if (may(rule)) {
        audit(Optional.empty(), rule);
      }
    }

    private boolean may(RetentionRule rule) {
      if (rule.keepsAll() || !rule.exportedOnly() || export.isPresent()) {
        return true;
      }
      leaves = true;
      halted =
          Optional.of(
              "only what was exported may be removed, and the worker %s has no folder for it; set muster.retention.export there"
                  .formatted(self()));
      return false;
    }

    private void audit(Optional<ClusterName> cluster, RetentionRule rule)
        throws InterruptedException {
      Optional<Instant> before = rule.audit().endedBefore(now);
      if (before.isPresent()) {
        all(() -> removal.audit(cluster, before.get(), export));
      }
    }

    /** Batch after batch, until there is nothing more, or somebody else has the lease. */
    private void all(Supplier<Removed> batch) throws InterruptedException {
      while (lease.isHeld()) {
        long began = System.nanoTime();
        Removed gone =
            records.transaction(() -> {
              Removed done = batch.get();
              if (!done.isNothing()) {
                removed = removed.and(done);
                note(done);
              }
              return done;
            });
        if (gone.isNothing()) {
          return;
        }
        Duration rest = Duration.ofNanos((System.nanoTime() - began) * REST);
        Thread.sleep(rest.compareTo(settings.pause()) > 0 ? rest : settings.pause());
      }
    }

    void note(Removed batch) {
      records
          .historyStatus()
          .looked(
              new Looking(self(), settings.folder().map(Path::toString), clock.instant()),
              batch,
              removed,
              halted);
    }
  }

  /** Process id and host, as Java names them. */
  private static String self() {
    return ManagementFactory.getRuntimeMXBean().getName();
  }
}
