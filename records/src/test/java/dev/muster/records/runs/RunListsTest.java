package dev.muster.records.runs;

import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RunListsTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Records records = DATABASE.records();

  @Test
  void runsAreListedByWhatWasAskedForAndFoundByPrefix() {
    RecordsFixture given = RecordsFixture.cluster(records, "listed", 1);
    NewRun over = given.started(given.run(nodes(1)));
    NewRun open = given.started(given.run(nodes(1)));
    given.moved(
        over,
        writes -> {
          writes.state(ProgressState.COMPLETED, "every stage is finished", after(1));
          return true;
        });

    assertThat(listed(given, RunFilter.Life.OPEN)).containsExactly(open.id());
    assertThat(listed(given, RunFilter.Life.OVER)).containsExactly(over.id());
    assertThat(
            records
                .runs()
                .list(
                    new RunFilter(
                        Optional.of(given.cluster()),
                        Optional.of("rolling-restart"),
                        Set.of(ProgressState.COMPLETED),
                        RunFilter.Life.ANY),
                    PageRequest.FIRST)
                .items())
        .extracting(RunRecord::id)
        .containsExactly(over.id());
    assertThat(records.runs().open()).extracting(OpenRun::id).contains(open.id());
    assertThat(records.runs().match(open.id().toString().substring(0, 13)))
        .isInstanceOf(IdMatch.One.class);
  }

  @Test
  void viewsOfManyRunsComeInTheOrderAskedFor() {
    RecordsFixture given = RecordsFixture.cluster(records, "views", 1);
    NewRun one = given.started(given.run(nodes(1)));
    NewRun two = given.started(given.run(nodes(1)));

    Map<RunId, RunOverview> views =
        records
            .runSituations()
            .of(
                List.of(two.id(), new RunId(new UUID(2, 2)), one.id()),
                RunSituations.Applies.ALWAYS);

    assertThat(views.keySet()).containsExactly(two.id(), one.id());
    assertThat(records.runs().find(one.id()).orElseThrow().planned().params())
        .isEqualTo(WireFormat.JSON.createObjectNode().put("service", "web"));
  }

  private List<RunId> listed(RecordsFixture given, RunFilter.Life life) {
    return records
        .runs()
        .list(
            new RunFilter(Optional.of(given.cluster()), Optional.empty(), Set.of(), life),
            PageRequest.FIRST)
        .items()
        .stream()
        .map(RunRecord::id)
        .toList();
  }
}
