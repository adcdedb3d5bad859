package dev.muster.domain.run;

import dev.muster.domain.run.RunSituation.Answer;
import dev.muster.domain.run.RunSituation.NodeCounts;
import dev.muster.domain.simulation.Plans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Builds a run as the decision sees it. */
final class Runs {

  static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  private final List<RunSituation.Stage> stages = new ArrayList<>();
  private Optional<String> paused = Optional.empty();
  private Optional<String> cancelled = Optional.empty();

  static Runs run() {
    return new Runs();
  }

  Runs paused() {
    paused = Optional.of("bruno");
    return this;
  }

  Runs cancelled() {
    cancelled = Optional.of("bruno");
    return this;
  }

  /** A stage that is not open yet. */
  Runs waiting(Plans plan) {
    return add(plan, ProgressState.NEW_PLAN, counts(2, 0, 0, 0), Optional.empty());
  }

  Runs open(Plans plan, int pending, int running, int succeeded, int failed) {
    return add(
        plan,
        ProgressState.SCHEDULABLE,
        counts(pending, running, succeeded, failed),
        Optional.of(NOW));
  }

  Runs ended(Plans plan, ProgressState state, int running, int failed) {
    return add(plan, state, counts(0, running, 2, failed), Optional.of(NOW));
  }

  Runs completed(String name) {
    return ended(Plans.stage(name, 2), ProgressState.COMPLETED, 0, 0);
  }

  Runs failed(Plans plan) {
    return ended(plan, ProgressState.APPLY_FAILED, 0, 1);
  }

  /** The newest stage, asked for approval at {@link #NOW} and answered so. */
  Runs asked(Answer... answers) {
    RunSituation.Stage last = stages.removeLast();
    stages.add(
        new RunSituation.Stage(
            last.plan(),
            last.state(),
            last.counts(),
            last.applies(),
            last.openedAt(),
            Optional.of(NOW),
            List.of(answers)));
    return this;
  }

  Runs notApplying() {
    RunSituation.Stage last = stages.removeLast();
    stages.add(
        new RunSituation.Stage(
            last.plan(),
            last.state(),
            last.counts(),
            false,
            last.openedAt(),
            last.approvalAskedAt(),
            last.approvals()));
    return this;
  }

  static Answer yes(String by) {
    return new Answer(by, Answer.Verdict.APPROVE, NOW.plusSeconds(60));
  }

  static Answer no(String by) {
    return new Answer(by, Answer.Verdict.REJECT, NOW.plusSeconds(60));
  }

  static NodeCounts counts(int pending, int running, int succeeded, int failed) {
    return new NodeCounts(pending, running, succeeded, failed, 0, 0);
  }

  private Runs add(Plans plan, ProgressState state, NodeCounts counts, Optional<Instant> opened) {
    stages.add(
        new RunSituation.Stage(
            plan.at(stages.size()), state, counts, true, opened, Optional.empty(), List.of()));
    return this;
  }

  RunSituation view() {
    return view(ProgressState.SCHEDULABLE);
  }

  RunSituation view(ProgressState state) {
    return new RunSituation(
        new RunId(new UUID(1, 2)), "anna", state, paused, cancelled, List.copyOf(stages));
  }

  RunNext next() {
    return RunDecision.next(view(), NOW.plusSeconds(120));
  }
}
