package dev.muster.api.logs;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.logs.ActionLogs.Since;
import dev.muster.records.logs.LogRecord;
import dev.muster.records.logs.LogState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whose logs are read. One reader has one of it. */
interface LogsOf {

  /** Logs in which something may be new since this was asked last. */
  List<LogRecord> changed();

  /** Whether nothing more will come of what is there now; asked before it is read. */
  boolean isOver();

  /** Logs that are not complete. */
  List<LogRecord> incomplete();

  /** Somebody reads: what executes is fetched until then. */
  void follow(Instant until);

  /** Of one action. */
  static LogsOf action(Records records, ActionId id) {
    return new LogsOf() {
      @Override
      public List<LogRecord> changed() {
        return records.actionLogs().find(id).stream().toList();
      }

      @Override
      public boolean isOver() {
        // In this order: an action that has ended has its log marked in the same moment.
        boolean ended =
            records.actions().find(id).filter(action -> !action.state().isFinal()).isEmpty();
        Optional<LogRecord> log = records.actionLogs().find(id);
        return ended && log.filter(LogsOf::mayCome).isEmpty();
      }

      @Override
      public List<LogRecord> incomplete() {
        return changed().stream().filter(LogsOf::isIncomplete).toList();
      }

      @Override
      public void follow(Instant until) {
        records.actionLogs().follow(id, AgentProtocol.namesWith(Ability.LOG), until);
      }
    };
  }

  /** Of all actions of a run, those first of which something came first. */
  static LogsOf run(Records records, RunId id) {
    return new OfRun(records, id);
  }

  /** Of a run. */
  final class OfRun implements LogsOf {

    private static final int PAGE = 500;
    private static final int MISSING = 100;

    /** What was committed later than its time says. */
    private static final Duration OVERLAP = Duration.ofSeconds(10);

    private final Records records;
    private final RunId id;
    private Since seen = Since.BEGINNING;

    OfRun(Records records, RunId id) {
      this.records = records;
      this.id = id;
    }

    @Override
    public List<LogRecord> changed() {
      List<LogRecord> all = new ArrayList<>();
      Since from = seen.minus(OVERLAP);
      List<LogRecord> page;
      do {
        page = records.actionLogs().changed(id, from, PAGE);
        all.addAll(page);
        if (!page.isEmpty()) {
          LogRecord last = page.getLast();
          from = new Since(last.changedAt(), Optional.of(last.action()));
          seen = from.at().isAfter(seen.at()) ? from : seen;
        }
      } while (page.size() == PAGE);
      return all;
    }

    @Override
    public boolean isOver() {
      boolean over = records.runs().find(id).filter(run -> !run.state().isFinal()).isEmpty();
      return over
          && records.actionLogs().incomplete(id, MISSING).stream().noneMatch(LogsOf::mayCome);
    }

    @Override
    public List<LogRecord> incomplete() {
      return records.actionLogs().incomplete(id, MISSING);
    }

    @Override
    public void follow(Instant until) {
      records.actionLogs().follow(id, AgentProtocol.namesWith(Ability.LOG), until);
    }
  }

  private static boolean mayCome(LogRecord log) {
    return log.isComing() || log.state() == LogState.OPEN;
  }

  private static boolean isIncomplete(LogRecord log) {
    return log.state() != LogState.KEPT;
  }
}
