package dev.muster.api.runs;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Identified;
import dev.muster.domain.run.Progress;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunSituation;
import dev.muster.records.Records;
import dev.muster.records.runs.RunDetail;
import dev.muster.records.runs.RunFilter;
import dev.muster.records.runs.RunOverview;
import dev.muster.records.runs.RunRecord;
import dev.muster.records.runs.RunSituations;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads runs as callers see them. */
public final class RunLookup {

  private final Records records;

  public RunLookup(Records records) {
    this.records = records;
  }

  /** The run that an id, or its first characters, stand for; a problem if there is none. */
  public RunId resolve(String id) {
    return new RunId(Identified.one(records.runs().match(id), "run", id));
  }

  /** The run with its stages and nodes; of many nodes only some. */
  public Optional<RunJson> find(RunId id) {
    return records.runDetails().find(id).map(RunLookup::shown);
  }

  RunJson require(RunId id) {
    return find(id)
        .orElseThrow(() -> ProblemException.notFound("there is no run %s".formatted(id)));
  }

  Page<RunJson> list(RunFilter filter, ListOrder order, PageRequest page) {
    Page<RunRecord> runs = records.runs().list(filter, order, page);
    Map<RunId, RunOverview> overviews =
        records
            .runSituations()
            .of(runs.items().stream().map(RunRecord::id).toList(), RunSituations.Applies.ALWAYS);
    return runs.map(run -> listed(run, Optional.ofNullable(overviews.get(run.id()))));
  }

  private static RunJson listed(RunRecord run, Optional<RunOverview> overview) {
    return overview
        .map(known ->
            RunJson.of(
                run,
                Progress.summary(known.view(), known.settling()),
                RunJson.RunDepthPart.listed(
                    Progress.current(known.view()).map(stage -> stage.plan().name()),
                    CountsJson.sum(
                        known.view().stages().stream().map(RunSituation.Stage::counts).toList()))))
        .orElseGet(() ->
            RunJson.of(
                run,
                run.state().word(),
                RunJson.RunDepthPart.listed(Optional.empty(), CountsJson.sum(List.of()))));
  }

  /** Everything is computed from what was read once, so that it agrees with itself. */
  static RunJson shown(RunDetail detail) {
    RunRecord run = detail.run();
    List<RunSituation.Stage> stages = detail.stages().stream().map(RunLookup::view).toList();
    RunSituation view =
        new RunSituation(
            run.id(),
            run.origin().requester(),
            run.state(),
            run.standing().pausedBy(),
            run.standing().cancelledBy(),
            stages);
    List<StageJson> shown =
        java.util.stream.IntStream.range(0, stages.size())
            .mapToObj(index ->
                StageJson.of(detail.stages().get(index), Progress.stateOf(view, stages.get(index))))
            .toList();
    return RunJson.of(
        run, Progress.summary(view, settling(detail)), RunJson.RunDepthPart.shown(run.id(), shown));
  }

  private static RunSituation.Stage view(RunDetail.Stage stage) {
    return new RunSituation.Stage(
        stage.plan(),
        stage.state(),
        stage.standing().counts(),
        true,
        stage.openedAt(),
        stage.approvalAskedAt(),
        stage.answers().stream()
            .map(
                answer -> new RunSituation.Answer(answer.answerer(), answer.verdict(), answer.at()))
            .toList());
  }

  private static int settling(RunDetail detail) {
    return detail.stages().stream().mapToInt(stage -> stage.standing().settling()).sum();
  }
}
