package dev.muster.workflows.orchestration;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.stall.Backoff;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.CycleRequest.Watching;
import dev.muster.workflows.contract.FailureType;
import dev.muster.workflows.contract.OrchestrationEnd;
import dev.muster.workflows.contract.OrchestrationInput;
import dev.muster.workflows.contract.OrchestrationStatus;
import dev.muster.workflows.contract.OrchestrationWorkflow;
import dev.muster.workflows.signals.WorkflowMessage;
import dev.muster.workflows.temporalui.Memos;
import dev.muster.workflows.temporalui.OrchestrationDetails;
import dev.muster.workflows.temporalui.Summaries;
import dev.muster.workflows.waiting.Alarm;
import dev.muster.workflows.waiting.CommandQueue;
import dev.muster.workflows.waiting.Lifetime;
import dev.muster.workflows.waiting.Patch;
import dev.muster.workflows.waiting.Reason;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An orchestration takes an epoch, so that whoever wrote before it writes no more. Then it cycles:
 * it visits the nodes that are due, all of them at first, carries out the commands that arrived,
 * and answers them. Between two cycles it waits: for a nudge, for a command, for the watch over the
 * agents that have something to do, or for the time. It ends only when a newer epoch takes over or
 * its cluster is removed; a database that is away makes it wait and try again.
 */
public final class OrchestrationWorkflowImpl implements OrchestrationWorkflow {

  private static final Duration LONGEST_WAIT = Duration.ofDays(1);

  private final ClusterName cluster;
  private final Lifetime lifetime;
  private final Agenda agenda = new Agenda(Patch.MANY_NODES_ARE_NAMED::isIn);
  private final CommandQueue<ActionCommand> commands = new CommandQueue<>();
  private final ClusterMessages messages;
  private final Backoff databaseBackoff = new Backoff();
  private CycleWait waiting;
  private Fence fence;
  private Optional<CycleReport> last = Optional.empty();
  private Optional<String> trouble = Optional.empty();
  private String doing = "is starting";

  @WorkflowInit
  public OrchestrationWorkflowImpl(OrchestrationInput input) {
    this(input, new Lifetime(Lifetime.LONGEST_HISTORY));
  }

  OrchestrationWorkflowImpl(OrchestrationInput input, Lifetime lifetime) {
    this.cluster = input.cluster();
    this.lifetime = lifetime;
    this.fence = input.carried().orElse(new Fence(cluster, 0, 0));
    this.messages = new ClusterMessages(cluster, agenda, commands, this::show);
    this.waiting = new KeepingWait(cluster, agenda, new Loop());
    agenda.all(Trigger.START);
  }

  @Override
  public OrchestrationEnd run(OrchestrationInput input) {
    if (!Patch.WAITS_END_BY_THEMSELVES.isIn()) {
      waiting = new CancellingWait(cluster, agenda, new Loop());
    }
    messages.begin();
    show();
    Optional<OrchestrationEnd> end = input.carried().isPresent() ? Optional.empty() : takeEpoch();
    while (end.isEmpty()) {
      continueAsNewWhenLong();
      end = cycle();
      if (end.isEmpty()) {
        awaitWork();
      }
    }
    return leave(end.get());
  }

  @Override
  public void nudge(@Nullable RawValue nudge, @Nullable RawValue surplus) {
    messages.signal(WorkflowMessage.of("nudge", nudge, surplus));
  }

  @Override
  public void command(@Nullable RawValue command, @Nullable RawValue surplus) {
    messages.signal(WorkflowMessage.of("command", command, surplus));
  }

  @Override
  public void addAction(@Nullable RawValue action, @Nullable RawValue surplus) {
    messages.signal(WorkflowMessage.of("addAction", action, surplus));
  }

  @Override
  public void changeSettings(@Nullable RawValue settings, @Nullable RawValue surplus) {
    messages.signal(WorkflowMessage.of("changeSettings", settings, surplus));
  }

  @Override
  public CommandOutcome decide(@Nullable RawValue command, @Nullable RawValue surplus) {
    return messages.update(WorkflowMessage.of("decide", command, surplus));
  }

  @Override
  public void validateDecide(@Nullable RawValue command, @Nullable RawValue surplus) {
    messages.validate(WorkflowMessage.of("decide", command, surplus));
  }

  @Override
  public OrchestrationStatus status() {
    return new OrchestrationStatus(fence, doing, last);
  }

  private Optional<OrchestrationEnd> takeEpoch() {
    while (true) {
      try {
        fence = CycleSteps.takeEpoch(cluster);
        databaseBackoff.reset();
        return Optional.empty();
      } catch (ActivityFailure e) {
        if (FailureType.GONE.caused(e)) {
          return Optional.of(OrchestrationEnd.REMOVED);
        }
        backOff("cannot take an epoch", e);
      }
    }
  }

  private void continueAsNewWhenLong() {
    if (lifetime.isOver(commands, messages::isOver)) {
      // Nudges need no carrying: the new execution starts with a cycle over all nodes.
      OrchestrationInput carried = OrchestrationInput.carry(fence);
      Workflow.newContinueAsNewStub(OrchestrationWorkflow.class, Memos.again(Memos.of(carried)))
          .run(carried);
    }
  }

  private Optional<OrchestrationEnd> cycle() {
    Agenda.Due due = agenda.take();
    // Every attempt has a fence of its own: what an attempt that timed out still writes is refused.
    fence = fence.next();
    CycleRequest request =
        new CycleRequest(
            fence,
            due.trigger(),
            due.nodes(),
            commands.take(),
            Optional.of(Alarm.now()),
            waiting.isWatching() ? Watching.ON : Watching.OFF);
    String summary = Summaries.cycle(due.summary(), request.commands());
    show("is in a cycle (%s)".formatted(summary));
    try {
      CycleReport report = CycleSteps.run(request, summary, last);
      last = Optional.of(report);
      trouble = Optional.empty();
      databaseBackoff.reset();
      if (report.standing() == Standing.CURRENT) {
        commands.answer(report.outcomes());
        messages.carriedOut(request.commands(), report.outcomes());
      }
      return end(report.standing());
    } catch (ActivityFailure e) {
      agenda.putBack(due);
      commands.putBack();
      backOff("a cycle failed", e);
      return Optional.empty();
    }
  }

  private static Optional<OrchestrationEnd> end(Standing standing) {
    return switch (standing) {
      case CURRENT -> Optional.empty();
      case SUPERSEDED -> Optional.of(OrchestrationEnd.SUPERSEDED);
      case REMOVED -> Optional.of(OrchestrationEnd.REMOVED);
    };
  }

  private void awaitWork() {
    if (last.isEmpty()) {
      return;
    }
    CycleReport report = last.get();
    Instant now = Alarm.now();
    Instant next = now.plus(bounded(report.interval()));
    Optional<Instant> review = report.reviewAt().filter(at -> at.isBefore(next));
    Instant due = review.orElse(next);
    Instant earliest = now.plus(KeepingWait.SHORTEST);
    waiting.forWork(
        report,
        due.isBefore(earliest) ? earliest : due,
        review.isPresent() ? Trigger.REVIEW : Trigger.INTERVAL);
  }

  /** A setting that no arithmetic can take must not stop the cluster. */
  private static Duration bounded(Duration interval) {
    return interval.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : interval;
  }

  private void backOff(String what, ActivityFailure failure) {
    Duration pause = databaseBackoff.next();
    trouble =
        Optional.of(
            "%s, next attempt in %d s: %s".formatted(what, pause.toSeconds(), Reason.of(failure)));
    show("waits for its records");
    Alarm.pause(pause, what);
  }

  private OrchestrationEnd leave(OrchestrationEnd end) {
    commands.refuseAll(
        switch (end) {
          case SUPERSEDED -> "not done: another engine has taken over the cluster; ask again";
          case REMOVED -> "not done: the cluster has been removed";
        });
    show("has ended: " + end);
    Workflow.await(messages::isOver);
    return end;
  }

  private void show(String what) {
    doing = what;
    show();
  }

  private void show() {
    Workflow.setCurrentDetails(
        OrchestrationDetails.markdown(status(), trouble, messages.markdown()));
  }

  private final class Loop implements CycleWait.Loop {

    @Override
    public boolean hasWork() {
      return !agenda.isEmpty() || commands.isWaiting();
    }

    @Override
    public void show(String what) {
      OrchestrationWorkflowImpl.this.show(what);
    }

    @Override
    public void watchFailed(String why) {
      trouble = Optional.of("the watch failed: " + why);
    }
  }
}
