package dev.muster.activities.playbook;

import dev.muster.activities.steps.RunFacts;
import dev.muster.domain.action.Actor;
import dev.muster.domain.request.WhoAndWhy;
import dev.muster.domain.run.ApprovalRule;
import dev.muster.domain.run.Approvals;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.runs.RunRecord;
import dev.muster.records.runs.RunSituations;
import dev.muster.records.runs.RunWrites;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Carries out what people asked of a run, and keeps who asked and why. */
final class RunCommandHandler {

  /** As the command line asks for; 32 bits of it. */
  private static final int SHORTEST_HASH = 8;

  private static final int SHOWN_HASH = 12;

  private final Records records;
  private final RunFacts run;
  private final RunWrites writes;
  private final Instant now;

  RunCommandHandler(Records records, RunFacts run, RunWrites writes, Instant now) {
    this.records = records;
    this.run = run;
    this.writes = writes;
    this.now = now;
  }

  CommandOutcome carryOut(RunCommand command) {
    CommandOutcome outcome =
        WhoAndWhy.whyNot(command.instruction().by(), command.instruction().why().orElse(""))
            .map(CommandOutcome::refused)
            .orElseGet(() -> carryOutNow(command));
    records.audit().insert(entry(command, outcome));
    return outcome;
  }

  private CommandOutcome carryOutNow(RunCommand command) {
    return records
        .runs()
        .find(run.id())
        .map(current -> carryOut(command, current))
        .orElseGet(() -> CommandOutcome.refused("there is no run " + run.id()));
  }

  private CommandOutcome carryOut(RunCommand command, RunRecord current) {
    if (current.state().isFinal()) {
      return CommandOutcome.refused(
          "the run is over: %s (%s)".formatted(current.state().word(), current.stateReason()));
    }
    Instruction instruction = command.instruction();
    return switch (command.verb()) {
      case PAUSE -> pause(instruction.by(), current);
      case RESUME ->
          writes.resume()
              ? CommandOutcome.applied("resumed; what is pending may start again")
              : CommandOutcome.refused("the run is not paused");
      case CANCEL -> cancel(instruction.by(), current);
      case APPROVE -> answer(instruction, current, Verdict.APPROVE);
      case REJECT -> answer(instruction, current, Verdict.REJECT);
    };
  }

  private CommandOutcome pause(String by, RunRecord current) {
    if (writes.pause(by, now)) {
      return CommandOutcome.applied("paused; nothing new starts, nothing is interrupted");
    }
    String who = current.pausedBy().orElse("somebody");
    return who.equals(by)
        ? CommandOutcome.applied("you have paused it already")
        : CommandOutcome.refused("%s has paused it already".formatted(who));
  }

  private CommandOutcome cancel(String by, RunRecord current) {
    if (writes.cancel(by, now)) {
      return CommandOutcome.applied(
          "cancelled; nothing new starts, and the agents are asked to stop what runs");
    }
    String who = current.cancelledBy().orElse("somebody");
    return who.equals(by)
        ? CommandOutcome.applied("you have cancelled it already")
        : CommandOutcome.refused("%s has cancelled it already".formatted(who));
  }

  private CommandOutcome answer(Instruction instruction, RunRecord current, Verdict verdict) {
    Optional<RunSituation.Stage> waiting = waiting();
    if (waiting.isEmpty()) {
      return CommandOutcome.refused(
          "no stage of the run waits for approval now; it is %s".formatted(current.state().word()));
    }
    Optional<String> otherPlan =
        instruction.planHash().filter(hash -> !isOf(current.planHash(), hash));
    if (otherPlan.isPresent()) {
      return CommandOutcome.refused(
          "you looked at plan %s, but the run's plan is %s; look at it again"
              .formatted(shortened(otherPlan.get()), shortened(current.planHash())));
    }
    RunSituation.Stage stage = waiting.get();
    ApprovalRule rule = stage.plan().approval().orElseThrow();
    Optional<String> whyNot =
        Approvals.whyNot(rule, current.requester(), instruction.by(), verdict);
    if (whyNot.isPresent()) {
      return CommandOutcome.refused(whyNot.get());
    }
    writes.answer(
        stage.plan().index(),
        instruction.by(),
        verdict,
        new RunWrites.ApprovalNote(current.planHash(), instruction.why().orElse(""), now));
    return CommandOutcome.applied(
        switch (verdict) {
          case APPROVE -> "approved stage %s".formatted(stage.plan().name());
          case REJECT -> "rejected stage %s; the run ends".formatted(stage.plan().name());
        });
  }

  /** Where a plan is shown its hash is shortened, so its beginning will do. */
  private static boolean isOf(String planHash, String typed) {
    return typed.length() >= SHORTEST_HASH && planHash.startsWith(typed);
  }

  private static String shortened(String hash) {
    return WhoAndWhy.name(hash.length() <= SHOWN_HASH ? hash : hash.substring(0, SHOWN_HASH));
  }

  private Optional<RunSituation.Stage> waiting() {
    return records.runViews().of(run.id(), RunSituations.Applies.ALWAYS).stream()
        .flatMap(view -> view.stages().stream())
        .filter(stage -> stage.approvalAskedAt().isPresent() && stage.openedAt().isEmpty())
        .filter(stage -> !stage.state().isFinal())
        .findFirst();
  }

  private NewAuditEntry entry(RunCommand command, CommandOutcome outcome) {
    Map<String, String> detail = new LinkedHashMap<>();
    command.instruction().why().ifPresent(why -> detail.put("why", WhoAndWhy.text(why)));
    command
        .instruction()
        .planHash()
        .ifPresent(hash -> detail.put("planHash", WhoAndWhy.name(hash)));
    detail.put("result", outcome.result().name());
    detail.put("outcome", outcome.text());
    return new NewAuditEntry(
        now,
        Actor.user(WhoAndWhy.name(command.instruction().by())).toString(),
        "run." + command.verb().name().toLowerCase(Locale.ROOT),
        Optional.of(run.cluster()),
        Optional.of(run.id()),
        Optional.empty(),
        detail);
  }
}
