package dev.muster.workflows.playbook;

import dev.muster.domain.run.ProgressState;
import dev.muster.domain.stall.Backoff;
import dev.muster.workflows.contract.AdvanceRequest;
import dev.muster.workflows.contract.BeginRequest;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.FailureType;
import dev.muster.workflows.contract.PlaybookActivities;
import dev.muster.workflows.contract.PlaybookOptions;
import dev.muster.workflows.contract.PlaybookWorkflow;
import dev.muster.workflows.contract.RunBegun;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunEnd;
import dev.muster.workflows.contract.RunInput;
import dev.muster.workflows.contract.RunStanding;
import dev.muster.workflows.signals.WorkflowMessage;
import dev.muster.workflows.temporalui.Memos;
import dev.muster.workflows.temporalui.PlaybookDetails;
import dev.muster.workflows.temporalui.ShownAttributes;
import dev.muster.workflows.temporalui.Summaries;
import dev.muster.workflows.waiting.Alarm;
import dev.muster.workflows.waiting.Alarms;
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
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run takes an epoch, so that whoever moved it before moves it no more. With that it advances:
 * the commands that arrived are carried out, and the run goes as far as it can go now. It shows
 * where it stands, and waits until its actions moved, somebody says something, or the time comes at
 * which something changes by itself. It holds nothing that the records do not hold, so it may be
 * started again from the top at any time.
 */
public final class PlaybookWorkflowImpl implements PlaybookWorkflow {

  /** A review that is due already must not make a loop without a pause. */
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);

  private final RunInput input;
  private final Lifetime lifetime;
  private final CommandQueue<RunCommand> commands = new CommandQueue<>();
  private final RunMessages messages;
  private final Backoff backoff = new Backoff();
  private boolean progressed;
  private long epoch;
  private RunStanding standing =
      new RunStanding(
          false,
          ProgressState.NEW_PLAN,
          Optional.empty(),
          "It is being started.",
          Optional.empty(),
          List.of(),
          "");
  private Optional<String> trouble = Optional.empty();
  private final Alarms alarms = new Alarms();

  /** Of an execution from before {@link Patch#WAITS_END_BY_THEMSELVES}, which takes it back. */
  private Optional<Alarm> alarm = Optional.empty();

  private boolean cancelsAlarms;

  @WorkflowInit
  public PlaybookWorkflowImpl(RunInput input) {
    this(input, new Lifetime(Lifetime.LONGEST_HISTORY));
  }

  PlaybookWorkflowImpl(RunInput input, Lifetime lifetime) {
    this.input = input;
    this.lifetime = lifetime;
    this.epoch = input.epoch().orElse(0L);
    this.messages = new RunMessages(input, commands, this::showDetails);
  }

  @Override
  public RunEnd run(RunInput sameInput) {
    cancelsAlarms = !Patch.WAITS_END_BY_THEMSELVES.isIn();
    messages.begin();
    showDetails();
    boolean begins = input.epoch().isEmpty() && Patch.BEGINS_WITH_AN_ADVANCE.isIn();
    boolean gone = input.epoch().isEmpty() && !(begins ? begin() : takeEpoch());
    for (boolean advanced = begins; !gone && !isOver(); advanced = false) {
      continueAsNewWhenLong();
      if (!advanced) {
        advance();
      }
      show();
      if (!isOver()) {
        awaitSomething();
      }
    }
    return leave(gone);
  }

  @Override
  public void progressed() {
    progressed = true;
  }

  @Override
  public void pause(@Nullable RawValue instruction, @Nullable RawValue surplus) {
    messages.signal(WorkflowMessage.of("pause", instruction, surplus));
  }

  @Override
  public void resume(@Nullable RawValue instruction, @Nullable RawValue surplus) {
    messages.signal(WorkflowMessage.of("resume", instruction, surplus));
  }

  @Override
  public void cancel(@Nullable RawValue instruction, @Nullable RawValue surplus) {
    messages.signal(WorkflowMessage.of("cancel", instruction, surplus));
  }

  @Override
  public void approve(@Nullable RawValue instruction, @Nullable RawValue surplus) {
    messages.signal(WorkflowMessage.of("approve", instruction, surplus));
  }

  @Override
  public void reject(@Nullable RawValue instruction, @Nullable RawValue surplus) {
    messages.signal(WorkflowMessage.of("reject", instruction, surplus));
  }

  @Override
  public CommandOutcome instruct(@Nullable RawValue command, @Nullable RawValue surplus) {
    return messages.update(WorkflowMessage.of("instruct", command, surplus));
  }

  @Override
  public void validateInstruct(@Nullable RawValue command, @Nullable RawValue surplus) {
    messages.validate(WorkflowMessage.of("instruct", command, surplus));
  }

  @Override
  public RunStanding standing() {
    return standing;
  }

  /** Takes the epoch and advances; whether the run is in the records. */
  private boolean begin() {
    while (true) {
      List<RunCommand> now = commands.take();
      try {
        RunBegun begun =
            Workflow.newLocalActivityStub(
                    PlaybookActivities.class,
                    PlaybookOptions.advance(Summaries.advance("begin", now)))
                .begin(new BeginRequest(input.run(), now));
        epoch = begun.epoch();
        advanced(begun.standing(), now);
        return true;
      } catch (ActivityFailure e) {
        commands.putBack();
        if (FailureType.GONE.caused(e)) {
          return false;
        }
        backOff(e);
      }
    }
  }

  /** Whether the run is in the records. */
  private boolean takeEpoch() {
    while (true) {
      try {
        epoch =
            Workflow.newLocalActivityStub(
                    PlaybookActivities.class, PlaybookOptions.recordKeeping(Summaries.TAKE_EPOCH))
                .takeEpoch(input.run());
        backoff.reset();
        return true;
      } catch (ActivityFailure e) {
        if (FailureType.GONE.caused(e)) {
          return false;
        }
        backOff(e);
      }
    }
  }

  private boolean isOver() {
    return standing.superseded() || standing.state().isFinal();
  }

  private void continueAsNewWhenLong() {
    if (lifetime.isOver(commands, messages::isOver)) {
      // The new execution begins with an advance, which is all that `progressed` asks for.
      RunInput carried = input.carry(epoch);
      Workflow.newContinueAsNewStub(PlaybookWorkflow.class, Memos.again(Memos.of(carried)))
          .run(carried);
    }
  }

  private void advance() {
    progressed = false;
    List<RunCommand> now = commands.take();
    try {
      advanced(
          Workflow.newLocalActivityStub(
                  PlaybookActivities.class,
                  PlaybookOptions.advance(Summaries.advance("advance", now)))
              .advance(new AdvanceRequest(input.run(), epoch, now)),
          now);
    } catch (ActivityFailure e) {
      commands.putBack();
      progressed = true;
      backOff(e);
    }
  }

  private void advanced(RunStanding now, List<RunCommand> carriedOut) {
    standing = now;
    commands.answer(standing.outcomes());
    messages.carriedOut(carriedOut, standing.outcomes());
    trouble = Optional.empty();
    backoff.reset();
  }

  private void show() {
    showDetails();
    ShownAttributes.follow(standing);
  }

  /** Makes no event, so that handlers may call it at any time. */
  private void showDetails() {
    Workflow.setCurrentDetails(
        PlaybookDetails.markdown(input, standing, trouble, messages.markdown()));
  }

  private boolean hasWork() {
    return progressed || commands.isWaiting();
  }

  /** An alarm stays set from wait to wait, so that a signal costs no timer. */
  private void awaitSomething() {
    if (hasWork()) {
      return;
    }
    Instant now = Alarm.now();
    Instant earliest = now.plus(SHORTEST_WAIT);
    Instant due = PlaybookOptions.nextAdvance(now, standing.reviewAt());
    String what = standing.reviewAt().filter(due::equals).isPresent() ? "review" : "safety net";
    if (cancelsAlarms) {
      awaitOrCancel(due, due.isBefore(earliest) ? earliest : due, what);
      return;
    }
    alarms.ringBy(due.isBefore(earliest) ? earliest : due, what);
    Workflow.await(() -> hasWork() || alarms.isRinging());
  }

  private void awaitOrCancel(Instant due, Instant at, String what) {
    Alarm set =
        alarm
            .filter(already -> already.ringsBy(due))
            .orElseGet(() -> {
              alarm.ifPresent(Alarm::cancel);
              return Alarm.in(Duration.between(Alarm.now(), at), what);
            });
    alarm = Optional.of(set);
    set.await(this::hasWork);
  }

  private void backOff(ActivityFailure failure) {
    Duration pause = backoff.next();
    trouble =
        Optional.of(
            "the records cannot be reached, next attempt in %d s: %s"
                .formatted(pause.toSeconds(), Reason.of(failure)));
    show();
    Alarm.pause(pause, "the records cannot be reached");
  }

  private RunEnd leave(boolean gone) {
    RunEnd end = end(gone);
    commands.refuseAll("not done: " + end.why());
    Workflow.await(messages::isOver);
    return end;
  }

  private RunEnd end(boolean gone) {
    if (gone) {
      return new RunEnd(ProgressState.CANCELLED, "the run is not in the records");
    }
    return new RunEnd(
        standing.state(),
        standing.superseded() ? "another execution moves the run now; ask again" : standing.why());
  }
}
