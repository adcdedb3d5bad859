package dev.muster.api.runs;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.runs.RunNodeFilter;
import dev.muster.records.runs.RunRecord;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The nodes of a run, in pages: all of them, however many. */
@RestController
@Tag(name = "runs")
public final class RunNodeController {

  private static final String EXPECTED =
      Arrays.stream(NodeState.values()).map(NodeState::name).collect(Collectors.joining(", "));

  private final Records records;
  private final RunLookup lookup;

  public RunNodeController(Records records, RunLookup lookup) {
    this.records = records;
    this.lookup = lookup;
  }

  @GetMapping("/v1/runs/{id}/nodes")
  @Needs(value = Permission.READ, where = Where.RUN)
  @Operation(
      summary = "List the nodes of a run with their steps",
      description =
          "By stage, then by name. Filters are joined by and; state takes several; stage is the"
              + " stage's index, from 0. A run with many nodes shows only some of them itself.")
  ListJson<StageNodeJson> list(
      @PathVariable String id,
      @RequestParam Optional<Integer> stage,
      @RequestParam Optional<List<String>> state,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    RunId known = lookup.resolve(id);
    RunRecord run =
        records
            .runs()
            .find(known)
            .orElseThrow(() -> ProblemException.notFound("there is no run %s".formatted(known)));
    RunNodeFilter filter =
        new RunNodeFilter(stage, state.map(RunNodeController::states).orElse(Set.of()));
    return ListJson.of(
        limit,
        marker,
        page -> records.runNodes().page(run, filter, page),
        seat -> StageNodeJson.listed(seat.stage(), seat.node()));
  }

  private static Set<NodeState> states(List<String> words) {
    Set<NodeState> states = EnumSet.noneOf(NodeState.class);
    for (String word : words) {
      states.add(
          Arrays.stream(NodeState.values())
              .filter(state -> state.name().equalsIgnoreCase(word.strip()))
              .findFirst()
              .orElseThrow(() ->
                  ProblemException.badRequest(
                      "state: '%s' (expected: %s)".formatted(word, EXPECTED))));
    }
    return states;
  }
}
