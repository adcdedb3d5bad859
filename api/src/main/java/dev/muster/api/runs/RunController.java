package dev.muster.api.runs;

import dev.muster.api.engine.WorkflowCommands;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.ListJson;
import dev.muster.api.requests.Listed;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.api.security.Vouching;
import dev.muster.api.stalls.Stalls;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.runs.RunFilter;
import dev.muster.records.runs.RunFilter.Life;
import dev.muster.records.runs.RunLists;
import dev.muster.records.runs.RunRecord;
import dev.muster.records.sql.ListOrder;
import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunCommand.Verb;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The runs, and what people tell them to do. */
@RestController
@Tag(name = "runs")
public final class RunController {

  private final Records records;
  private final RunLookup lookup;
  private final WorkflowCommands commands;
  private final Stalls stalls;

  public RunController(
      Records records, RunLookup lookup, WorkflowCommands commands, Stalls stalls) {
    this.records = records;
    this.lookup = lookup;
    this.commands = commands;
    this.stalls = stalls;
  }

  @GetMapping("/v1/runs")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(
      summary = "List runs, newest first",
      description =
          "Filters are joined by and; each takes several values, state Autopilot's words; open=true"
              + " lists what is not over. By created_at, first or alone, a page costs the same"
              + " however many there are; by other keys at most 10,000 runs are sorted, and more"
              + " are refused.")
  @Refuses(ProblemType.CANNOT_SORT)
  ListJson<RunJson> list(
      @RequestParam Optional<List<ClusterName>> cluster,
      @RequestParam Optional<List<String>> playbook,
      @RequestParam Optional<List<String>> state,
      @RequestParam Optional<Boolean> open,
      @RequestParam Optional<String> sort,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker,
      Sight sight) {
    RunFilter filter =
        new RunFilter(
            Listed.values("cluster", cluster),
            Listed.values("playbook", playbook),
            state.map(RunController::states).orElse(Set.of()),
            open.map(wanted -> wanted ? Life.OPEN : Life.OVER).orElse(Life.ANY),
            sight);
    ListOrder order = Listed.order(sort, RunLists.KEYS);
    return ListJson.of(
        limit, marker, page -> lookup.list(filter, order, page), Function.identity());
  }

  @GetMapping("/v1/runs/{id}")
  @Needs(value = Permission.READ, where = Where.RUN)
  @Operation(
      summary = "Show a run with its stages and nodes",
      description =
          "Of a run with more than 2,000 nodes only some are shown: failed ones, those in work,"
              + " some that have not begun, and all of small stages. `cut` says so and where all"
              + " are; `sampled` of a stage says why its actions wait.")
  RunJson show(@PathVariable String id) {
    RunJson run = lookup.require(lookup.resolve(id));
    return run.over() ? run : run.standing(stalls.of(run.id(), run.what().cluster()));
  }

  @PostMapping("/v1/runs/{id}/approve")
  @Needs(value = Permission.APPROVE, where = Where.RUN)
  @Operation(
      summary = "Approve the stage that waits for approval",
      description = "With planHash: only if it is still the run's.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  RunJson approve(
      @PathVariable String id, @RequestBody Optional<RunRequests.Approval> body, Caller caller) {
    return instruct(
        id,
        Verb.APPROVE,
        new Instruction(
            caller.name(),
            body.flatMap(RunRequests.Approval::why),
            body.flatMap(RunRequests.Approval::planHash)));
  }

  @PostMapping("/v1/runs/{id}/reject")
  @Needs(value = Permission.APPROVE, where = Where.RUN)
  @Operation(
      summary = "Refuse the stage that waits for approval",
      description = "The run ends as Cancelled.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  RunJson reject(
      @PathVariable String id, @RequestBody Optional<RunRequests.Command> body, Caller caller) {
    return instruct(id, Verb.REJECT, instruction(body, caller));
  }

  @PostMapping("/v1/runs/{id}/pause")
  @Needs(value = Permission.OPERATE, where = Where.RUN)
  @Operation(summary = "Start nothing new; interrupt nothing")
  @Refuses(ProblemType.NOT_POSSIBLE)
  RunJson pause(
      @PathVariable String id, @RequestBody Optional<RunRequests.Command> body, Caller caller) {
    return instruct(id, Verb.PAUSE, instruction(body, caller));
  }

  @PostMapping("/v1/runs/{id}/resume")
  @Needs(value = Permission.OPERATE, where = Where.RUN)
  @Operation(summary = "Go on after a pause")
  @Refuses(ProblemType.NOT_POSSIBLE)
  RunJson resume(
      @PathVariable String id, @RequestBody Optional<RunRequests.Command> body, Caller caller) {
    return instruct(id, Verb.RESUME, instruction(body, caller));
  }

  @PostMapping("/v1/runs/{id}/cancel")
  @Needs(value = Permission.OPERATE, where = Where.RUN)
  @Operation(
      summary = "End a run early",
      description =
          "Starts nothing new, cancels what agents have not begun, asks them to stop the rest.")
  @Refuses(ProblemType.NOT_POSSIBLE)
  RunJson cancel(
      @PathVariable String id, @RequestBody Optional<RunRequests.Command> body, Caller caller) {
    return instruct(id, Verb.CANCEL, instruction(body, caller));
  }

  private RunJson instruct(String text, Verb verb, Instruction instruction) {
    RunId id = lookup.resolve(text);
    RunRecord run =
        records
            .runs()
            .find(id)
            .orElseThrow(() -> ProblemException.notFound("there is no run %s".formatted(id)));
    // A run that is over has no workflow, and none should be started only to say so.
    if (run.state().isFinal()) {
      throw new ProblemException(
          ProblemType.NOT_POSSIBLE,
          "run %s is over: it ended as %s".formatted(id, run.state().word()));
    }
    if (verb == Verb.APPROVE || verb == Verb.REJECT) {
      new Vouching(records).leave(instruction.by(), run.cluster(), id.value(), verb.name());
    }
    commands.instruct(RunStart.input(run), new RunCommand(verb, instruction));
    return lookup.require(id);
  }

  private static Instruction instruction(Optional<RunRequests.Command> body, Caller caller) {
    return new Instruction(caller.name(), body.flatMap(RunRequests.Command::why), Optional.empty());
  }

  private static Set<ProgressState> states(List<String> words) {
    Set<ProgressState> states = EnumSet.noneOf(ProgressState.class);
    for (String word : words) {
      states.add(
          Arrays.stream(ProgressState.values())
              .filter(state -> state.word().equalsIgnoreCase(word.strip()))
              .findFirst()
              .orElseThrow(() ->
                  ProblemException.badRequest(
                      "state: '%s' (expected: %s)".formatted(word, String.join(", ", words())))));
    }
    return states;
  }

  /** Every name of a state that the filter takes. */
  public static List<String> words() {
    return Arrays.stream(ProgressState.values()).map(ProgressState::word).toList();
  }
}
