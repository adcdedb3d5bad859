package dev.muster.workflows.testing;

import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.workflows.contract.AdvanceRequest;
import dev.muster.workflows.contract.BeginRequest;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.FailureType;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.PlaybookActivities;
import dev.muster.workflows.contract.RunBegun;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunCommand.Verb;
import dev.muster.workflows.contract.RunInput;
import dev.muster.workflows.contract.RunStanding;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** The records of one run of a playbook, as a small state machine. */
public final class FakeRun implements PlaybookActivities {

  public static final RunInput INPUT =
      RunInput.start(
          new RunId(UUID.fromString("00000000-0000-4000-8000-000000000001")),
          FakeCluster.NAME,
          "rolling-restart@1",
          "ada");

  public final BlockingQueue<AdvanceRequest> advances = new LinkedBlockingQueue<>();
  public final BlockingQueue<IgnoredSignals> ignored = new LinkedBlockingQueue<>();
  public final AtomicInteger epochs = new AtomicInteger();
  public final AtomicInteger failures = new AtomicInteger();
  private volatile ProgressState state = ProgressState.SCHEDULABLE;
  private volatile Optional<Instant> reviewAt = Optional.empty();
  private volatile boolean superseded;
  private volatile boolean gone;

  public FakeRun in(ProgressState now) {
    state = now;
    return this;
  }

  public void reviewAt(Instant time) {
    reviewAt = Optional.of(time);
  }

  public void supersede() {
    superseded = true;
  }

  public void remove() {
    gone = true;
  }

  public AdvanceRequest nextAdvance() {
    return FakeCluster.next(advances);
  }

  @Override
  public RunBegun begin(BeginRequest request) {
    long epoch = takeEpoch(request.run());
    return new RunBegun(
        epoch, advance(new AdvanceRequest(request.run(), epoch, request.commands())));
  }

  @Override
  public long takeEpoch(RunId run) {
    failIfAway();
    if (gone) {
      throw FailureType.GONE.failure("run " + run + " is not in the records");
    }
    return epochs.incrementAndGet();
  }

  @Override
  public RunStanding advance(AdvanceRequest request) {
    failIfAway();
    List<CommandOutcome> outcomes = request.commands().stream().map(this::carryOut).toList();
    advances.add(request);
    return new RunStanding(
        superseded,
        state,
        Optional.of("canary"),
        "It is " + state.word() + ".",
        reviewAt,
        outcomes,
        "| stage | state |\n|---|---|\n| canary | %s |".formatted(state.word()));
  }

  @Override
  public void ignored(IgnoredSignals signals) {
    failIfAway();
    ignored.add(signals);
  }

  private CommandOutcome carryOut(RunCommand command) {
    if (state.isFinal()) {
      return CommandOutcome.refused("the run is over: " + state.word());
    }
    if (command.verb() == Verb.APPROVE && state != ProgressState.PENDING_APPROVE) {
      return CommandOutcome.refused("nothing waits for approval");
    }
    state =
        switch (command.verb()) {
          case PAUSE -> ProgressState.PAUSED;
          case RESUME, APPROVE -> ProgressState.SCHEDULABLE;
          case CANCEL, REJECT -> ProgressState.CANCELLED;
        };
    return CommandOutcome.applied(state.word());
  }

  private void failIfAway() {
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IllegalStateException("connection to the database refused");
    }
  }
}
