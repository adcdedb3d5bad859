package dev.muster.agent.node;

import dev.muster.agent.journal.Journal;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.probe.CommandProbe;
import dev.muster.agent.probe.Probe;
import dev.muster.agent.probe.ProbeReading;
import dev.muster.agent.probe.Probes;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoreException;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Looks after the node's status by the configured check, at an interval and whenever an action
 * begins or ends. A change of the status is a change for those who follow the agent.
 */
public final class NodeMonitor implements AutoCloseable {

  private final Check check;
  private final ActionStore store;
  private final Semaphore now = new Semaphore(0);
  private final Thread thread;
  private volatile NodeReport report;

  /** How the node is looked at. */
  public record Check(Probe probe, Duration interval, Duration limit) {

    /** Reads one as configurations have it. */
    public static Check read(JsonFields fields) {
      return new Check(
          Probes.read(fields, CommandProbe::ofNode),
          fields.duration("interval").orElse(Duration.ofSeconds(2)),
          fields.duration("timeout").orElse(Duration.ofSeconds(5)));
    }
  }

  private NodeMonitor(Check check, ActionStore store) {
    this.check = check;
    this.store = store;
    this.report =
        new NodeReport(NodeStatus.UNHEALTHY, Optional.of("its status was not looked at yet"));
    this.thread = Thread.ofVirtual().name("node monitor").unstarted(this::run);
  }

  /** Begins to look. */
  public static NodeMonitor start(Check check, ActionStore store) {
    NodeMonitor monitor = new NodeMonitor(check, store);
    monitor.thread.start();
    return monitor;
  }

  /** What it last saw. */
  public NodeReport report() {
    return report;
  }

  /** Looks soon: something may have changed. */
  public void lookSoon() {
    now.release();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        look();
        if (now.tryAcquire(check.interval().toMillis(), TimeUnit.MILLISECONDS)) {
          now.drainPermits();
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    try {
      NodeReport seen = judge(check.probe(), check.probe().look(check.limit()));
      boolean changed = seen.status() != report.status();
      report = seen;
      if (changed) {
        store.touch();
      }
    } catch (StoreException failed) {
      Journal.warn("the node's status changed, and nobody who waits is told", failed);
    } catch (RuntimeException bug) {
      Journal.warn("the node's status cannot be looked at", bug);
    }
  }

  private static NodeReport judge(Probe probe, ProbeReading reading) {
    String reason = "%s: %s".formatted(probe.target(), reading.detail());
    return switch (reading.health()) {
      case UP -> NodeReport.UP;
      case UNWELL -> new NodeReport(NodeStatus.UNHEALTHY, Optional.of(reason));
      case DOWN -> new NodeReport(NodeStatus.NODE_DOWN, Optional.of(reason));
    };
  }
}
