package dev.muster.activities.playbook;

import dev.muster.activities.steps.RunFacts;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.SignalTrust;
import dev.muster.domain.run.CurrentDetails;
import dev.muster.domain.run.Progress;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunNext;
import dev.muster.domain.run.RunSituation;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.runs.RunOverview;
import dev.muster.records.runs.RunSituations;
import dev.muster.records.sql.PageRequest;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.RunStanding;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says where one run stands, for its workflow and for who looks at that. */
final class ShownRun {

  private static final int SHOWN_WAITING = 100;

  private final Records records;
  private final RunFacts run;

  ShownRun(Records records, RunFacts run) {
    this.records = records;
    this.run = run;
  }

  /** Where it stands if it is over; nothing is written or locked for that. */
  Optional<RunStanding> ifOver() {
    return Optional.ofNullable(
            records
                .runSituations()
                .of(Set.of(run.id()), RunSituations.Applies.ALWAYS)
                .get(run.id()))
        .filter(overview -> overview.view().state().isFinal())
        .map(overview -> over(overview, List.of()));
  }

  /** A run that was over before. */
  RunStanding over(RunOverview overview, List<CommandOutcome> outcomes) {
    return ended(overview, overview.view().state(), overview.reason(), outcomes);
  }

  RunStanding ended(
      RunOverview overview, ProgressState state, String why, List<CommandOutcome> outcomes) {
    return standing(overview, new Said(state, why, Optional.empty(), outcomes), List.of());
  }

  /** A run whose actions nobody has looked at. */
  RunStanding opened(RunOverview overview, RunNext.Await next, List<CommandOutcome> outcomes) {
    return standing(overview, said(next, outcomes), List.of());
  }

  RunStanding waiting(RunOverview overview, RunNext.Await next, List<CommandOutcome> outcomes) {
    return standing(overview, said(next, outcomes), waiting());
  }

  private record Said(
      ProgressState state, String why, Optional<Instant> until, List<CommandOutcome> outcomes) {}

  private static Said said(RunNext.Await next, List<CommandOutcome> outcomes) {
    return new Said(next.shown(), next.why(), next.until(), outcomes);
  }

  private RunStanding standing(
      RunOverview overview, Said said, List<CurrentDetails.Waiting> waiting) {
    RunSituation view = overview.view();
    return new RunStanding(
        false,
        said.state(),
        Progress.current(view).map(stage -> stage.plan().name()),
        said.why(),
        said.until(),
        said.outcomes(),
        CurrentDetails.markdown(view, said.why(), waiting, overview.settling())
            + new Concerns(records, run).markdown(view, said.state().isFinal()),
        answer(said.state()));
  }

  private Optional<String> answer(ProgressState state) {
    boolean asked =
        state == ProgressState.PENDING_APPROVE && records.signalTrust() == SignalTrust.UNTRUSTED;
    return asked
        ? Optional.of("muster run approve %s    # or reject".formatted(run.id()))
        : Optional.empty();
  }

  private List<CurrentDetails.Waiting> waiting() {
    ActionFilter filter =
        new ActionFilter(
            Optional.empty(),
            Optional.empty(),
            Optional.of(run.id()),
            Set.of(ActionState.PENDING_SCHEDULE),
            Optional.empty());
    return records
        .actions()
        .list(filter, new PageRequest(SHOWN_WAITING, Optional.empty()))
        .items()
        .stream()
        .flatMap(action -> waiting(action).stream())
        .toList();
  }

  private static Optional<CurrentDetails.Waiting> waiting(ActionRecord action) {
    return action
        .course()
        .waits()
        .map(reason ->
            new CurrentDetails.Waiting(
                action.node().map(NodeId::value).orElse("cluster"),
                reason.code().name(),
                reason.text()));
  }
}
