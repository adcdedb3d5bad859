package dev.muster.activities.playbook;

import dev.muster.activities.steps.RunFacts;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.WhoAndWhy;
import dev.muster.domain.run.AnswerDecision;
import dev.muster.domain.run.AnswerDecision.Given;
import dev.muster.domain.run.AnswerDecision.Outcome;
import dev.muster.domain.run.Answerer;
import dev.muster.domain.run.BeliefDecision;
import dev.muster.domain.run.EndedBy;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.domain.run.StagePlan;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.runs.RunRecord;
import dev.muster.records.runs.RunSituations;
import dev.muster.records.runs.RunWrites;
import dev.muster.records.tokens.Vouchers;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Carries out what people asked of a run, and keeps who asked and why. */
final class RunCommandHandler {

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
      return tooLate(command, current);
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

  /** A command that ended the run may come once more, when its answer was lost. */
  private CommandOutcome tooLate(RunCommand command, RunRecord over) {
    String by = command.instruction().by();
    boolean endedIt =
        records
            .runSituations()
            .of(run.id(), RunSituations.Applies.ALWAYS)
            .filter(situation ->
                switch (command.verb()) {
                  case CANCEL -> EndedBy.cancel(situation, by);
                  case REJECT -> EndedBy.rejection(situation, by);
                  case PAUSE, RESUME, APPROVE -> false;
                })
            .isPresent();
    return endedIt
        ? CommandOutcome.applied("you have done so already; the run is over")
        : CommandOutcome.refused(
            "the run is over: %s (%s)".formatted(over.state().word(), over.standing().reason()));
  }

  private CommandOutcome pause(String by, RunRecord current) {
    if (writes.pause(by, now)) {
      return CommandOutcome.applied("paused; nothing new starts, nothing is interrupted");
    }
    String who = current.standing().pausedBy().orElse("somebody");
    return who.equals(by)
        ? CommandOutcome.applied("you have paused it already")
        : CommandOutcome.refused("%s has paused it already".formatted(who));
  }

  private CommandOutcome cancel(String by, RunRecord current) {
    if (writes.cancel(by, now)) {
      return CommandOutcome.applied(
          "cancelled; nothing new starts, and the agents are asked to stop what runs" + butThese());
    }
    String who = current.standing().cancelledBy().orElse("somebody");
    return who.equals(by)
        ? CommandOutcome.applied("you have cancelled it already")
        : CommandOutcome.refused("%s has cancelled it already".formatted(who));
  }

  /** Which agents cannot stop what they have, if any. */
  private String butThese() {
    List<NodeId> nodes =
        records.nodeVisits().withWorkOf(run.id(), AgentProtocol.namesWithout(Ability.CANCEL));
    if (nodes.isEmpty()) {
      return "";
    }
    String others = nodes.size() == 1 ? "" : " and %d more".formatted(nodes.size() - 1);
    return "; the agent of %s%s cannot, so the run ends when what it has has ended"
        .formatted(nodes.getFirst(), others);
  }

  private CommandOutcome answer(Instruction instruction, RunRecord current, Verdict verdict) {
    return records
        .runSituations()
        .of(run.id(), RunSituations.Applies.ALWAYS)
        .map(situation ->
            switch (believed(instruction, verdict, situation)) {
              case BeliefDecision.Outcome.Refused(String why) -> CommandOutcome.refused(why);
              case BeliefDecision.Outcome.Believed(Answerer by) ->
                  judged(
                      new Given(by, verdict, instruction.planHash()),
                      instruction,
                      current,
                      situation);
            })
        .orElseGet(() -> CommandOutcome.refused("there is no run " + run.id()));
  }

  /** A voucher is for the stage that waits now; where none waits there is nothing to believe. */
  private BeliefDecision.Outcome believed(
      Instruction instruction, Verdict verdict, RunSituation situation) {
    Optional<RunSituation.Stage> waiting = AnswerDecision.waiting(situation);
    if (waiting.isEmpty()) {
      return new BeliefDecision.Outcome.Believed(Answerer.named(instruction.by()));
    }
    Vouchers.Answer answer =
        new Vouchers.Answer(run.id().value(), verdict.name(), instruction.by());
    return BeliefDecision.judge(
        records.signalTrust(),
        instruction.by(),
        records.vouchers().take(answer, "stage " + waiting.get().plan().index()),
        "muster run %s %s".formatted(verdict.name().toLowerCase(Locale.ROOT), run.id()));
  }

  private CommandOutcome judged(
      Given answer, Instruction instruction, RunRecord current, RunSituation situation) {
    return switch (AnswerDecision.judge(situation, current.planned().hash(), answer)) {
      case Outcome.Refused(String why) -> CommandOutcome.refused(why);
      case Outcome.Taken(RunSituation.Stage stage) ->
          taken(answer, instruction, current, stage.plan());
    };
  }

  private CommandOutcome taken(
      Given answer, Instruction instruction, RunRecord current, StagePlan stage) {
    Verdict verdict = answer.verdict();
    writes.answer(
        stage.index(),
        answer.by(),
        verdict,
        new RunWrites.ApprovalNote(current.planned().hash(), instruction.why().orElse(""), now));
    return CommandOutcome.applied(
        switch (verdict) {
          case APPROVE -> "approved stage %s".formatted(stage.name());
          case REJECT -> "rejected stage %s; the run ends".formatted(stage.name());
        });
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
