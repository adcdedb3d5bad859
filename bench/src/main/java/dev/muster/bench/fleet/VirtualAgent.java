package dev.muster.bench.fleet;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One agent: a queue of actions, of which one at a time executes by letting time pass. */
final class VirtualAgent {

  private static final List<String> KINDS =
      List.of(
          "k0s.airgap-update", "k0s.probe", "k0s.update", "test.fail", "test.ping", "test.success");

  private final String node;
  private final UUID epoch = UUID.randomUUID();
  private final Duration defaultDuration;
  private final ScheduledExecutorService timer;
  private final FleetJournal journal;
  private final Clock clock;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<UUID, VirtualAction> actions = new LinkedHashMap<>();
  private long cursor = 1;

  VirtualAgent(
      String node,
      Duration defaultDuration,
      Clock clock,
      ScheduledExecutorService timer,
      FleetJournal journal) {
    this.node = node;
    this.clock = clock;
    this.defaultDuration = defaultDuration;
    this.timer = timer;
    this.journal = journal;
  }

  AgentInfo info() {
    return new AgentInfo(
        node,
        "simulator",
        epoch,
        "linux-amd64",
        NodeStatus.UP,
        Optional.empty(),
        Map.of(),
        KINDS,
        Optional.empty());
  }

  /** The snapshot since a cursor; waits for a change as long as {@code atMost} says. */
  ActionSnapshot snapshot(long since, Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (cursor <= since && left > 0) {
        left = changed.awaitNanos(left);
      }
      List<ActionReport> reports = new ArrayList<>();
      actions.values().stream()
          .filter(action -> !action.state.isFinal())
          .sorted(Comparator.comparing(action -> action.state != ActionState.RUNNING))
          .forEach(action -> reports.add(action.report()));
      actions.values().stream()
          .filter(action -> action.state.isFinal() && action.changedAt > since)
          .sorted(Comparator.comparingLong(action -> action.changedAt))
          .forEach(action -> reports.add(action.report()));
      return new ActionSnapshot(info(), cursor, 0, reports);
    } finally {
      lock.unlock();
    }
  }

  SubmissionAnswer submit(ActionSubmission submission) {
    UUID id = submission.id().orElseGet(UUID::randomUUID);
    if (!KINDS.contains(submission.kind())) {
      return new SubmissionAnswer(
          Optional.of(id),
          Verdict.REFUSED,
          Optional.of("unknown kind " + submission.kind()),
          Optional.empty());
    }
    lock.lock();
    try {
      VirtualAction known = actions.get(id);
      if (known != null) {
        boolean same =
            known.submission.kind().equals(submission.kind())
                && known.submission.args().equals(submission.args());
        return new SubmissionAnswer(
            Optional.of(id),
            same ? Verdict.DUPLICATE : Verdict.CONFLICT,
            Optional.empty(),
            same ? Optional.empty() : Optional.of(known.report()));
      }
      VirtualAction action = new VirtualAction(id, submission, clock.instant(), System.nanoTime());
      actions.put(id, action);
      move(action, ActionState.NEW);
      executeNext();
      return new SubmissionAnswer(
          Optional.of(id), Verdict.ACCEPTED, Optional.empty(), Optional.empty());
    } finally {
      lock.unlock();
    }
  }

  Optional<ActionReport> find(UUID id) {
    lock.lock();
    try {
      return Optional.ofNullable(actions.get(id)).map(VirtualAction::report);
    } finally {
      lock.unlock();
    }
  }

  /** Cancels what has not begun; says no to anything else. */
  boolean cancel(UUID id) {
    lock.lock();
    try {
      VirtualAction action = actions.get(id);
      if (action == null || action.state != ActionState.NEW) {
        return false;
      }
      action.finishedAt = Optional.of(clock.instant());
      move(action, ActionState.CANCELLED);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void executeNext() {
    if (actions.values().stream().anyMatch(action -> action.state == ActionState.RUNNING)) {
      return;
    }
    actions.values().stream()
        .filter(action -> action.state == ActionState.NEW)
        .findFirst()
        .ifPresent(this::execute);
  }

  private void execute(VirtualAction action) {
    action.startedAt = Optional.of(clock.instant());
    move(action, ActionState.RUNNING);
    long millis = action.submission.args().path("delay_ms").asLong(defaultDuration.toMillis());
    if (millis <= 0) {
      finish(action);
    } else {
      ScheduledFuture<?> _ =
          timer.schedule(() -> finishLater(action), millis, TimeUnit.MILLISECONDS);
    }
  }

  private void finishLater(VirtualAction action) {
    lock.lock();
    try {
      finish(action);
    } finally {
      lock.unlock();
    }
  }

  private void finish(VirtualAction action) {
    action.finishedAt = Optional.of(clock.instant());
    boolean fails = action.submission.kind().equals("test.fail");
    move(action, fails ? ActionState.FAILED : ActionState.DONE);
    journal.add(node, action.submission.metadata(), action.receivedNanos, System.nanoTime());
    executeNext();
  }

  private void move(VirtualAction action, ActionState state) {
    action.state = state;
    action.changedAt = ++cursor;
    changed.signalAll();
  }

  /** An action and how far it is; guarded by the agent's lock. */
  private static final class VirtualAction {
    private final UUID id;
    private final ActionSubmission submission;
    private final Instant receivedAt;
    private final long receivedNanos;
    private ActionState state = ActionState.NEW;
    private long changedAt;
    private Optional<Instant> startedAt = Optional.empty();
    private Optional<Instant> finishedAt = Optional.empty();

    VirtualAction(UUID id, ActionSubmission submission, Instant receivedAt, long receivedNanos) {
      this.id = id;
      this.submission = submission;
      this.receivedAt = receivedAt;
      this.receivedNanos = receivedNanos;
    }

    ActionReport report() {
      return new ActionReport(
          id,
          submission.kind(),
          submission.args(),
          submission.metadata(),
          submission.createdAt().orElse(receivedAt),
          receivedAt,
          startedAt,
          finishedAt,
          state,
          Optional.empty(),
          state == ActionState.FAILED
              ? Optional.of(new ActionReport.Failure("told to fail", List.of()))
              : Optional.empty(),
          Optional.empty(),
          submission.origin().orElse("direct"),
          Optional.empty(),
          finishedAt.map(at -> 0L));
    }
  }
}
