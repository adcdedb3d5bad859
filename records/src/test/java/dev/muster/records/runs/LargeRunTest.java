package dev.muster.records.runs;

import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is read of runs that are too large to be read whole. */
class LargeRunTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Records records = DATABASE.records();

  @Test
  void upToTheBoundARunIsReadWhole() {
    RunId run = recorded("bound", RunSample.WHOLE / 2);

    assertThat(stages(run))
        .extracting(RunDetail.Stage::isSampled)
        .containsExactly(false, false, false);
    assertThat(stages(run).getFirst().nodes()).hasSize(RunSample.WHOLE / 2);
    assertThat(stages(run).getFirst().standing().waits()).isEmpty();
  }

  @Test
  void beyondTheBoundAsManyRowsAreReadWhateverTheSize() {
    RunId run = recorded("large", 3_000);
    RunId larger = recorded("larger", 9_000);
    for (RunId one : List.of(run, larger)) {
      work(one);
    }

    List<RunDetail.Stage> stages = stages(run);
    assertThat(stages).extracting(RunDetail.Stage::isSampled).containsExactly(true, true, false);
    assertThat(shown(stages)).isEqualTo(shown(stages(larger)));
    assertThat(shown(stages)).isEqualTo(5 + 200 + 50);
  }

  @Test
  void theAnswerToAStartIsWhatIsReadAfterwards() {
    for (int nodes : new int[] {3, 80, 3_000}) {
      RecordsFixture given = RecordsFixture.cluster(records, "start-" + nodes, 0);
      RunCreation made = createIn(given, nodes);
      assertThat(made)
          .isInstanceOfSatisfying(
              RunCreation.Created.class,
              created ->
                  assertThat(records.runDetails().find(created.run().id()))
                      .contains(created.detail()));
    }
  }

  @Test
  void countsAreOfAllNodesAndTheSampleIsOfThoseThatMatter() {
    RunId run = recorded("telling", 3_000);
    work(run);

    RunDetail.Stage stage = stages(run).getFirst();
    assertThat(stage.standing().counts().failed()).isEqualTo(5);
    assertThat(stage.standing().counts().running()).isEqualTo(300);
    assertThat(stage.standing().counts().succeeded()).isEqualTo(1_000);
    assertThat(stage.standing().counts().pending()).isEqualTo(3_000 - 1_305);
    assertThat(stage.standing().settling()).isEqualTo(10);
    assertThat(stage.standing().waits())
        .containsExactly(
            new RunDetail.Waits(
                WaitReason.Code.STAGE_AT_LIMIT,
                1_695,
                new NodeId("n-1305"),
                "n-1305 waits for a place"));
    assertThat(stage.nodes()).extracting(RunDetail.Node::state).doesNotContain(NodeState.SUCCEEDED);
    assertThat(stage.nodes())
        .filteredOn(node -> node.state() == NodeState.RUNNING)
        .as("the longest in work")
        .extracting(node -> node.node().value())
        .hasSize(200)
        .startsWith("n-0005")
        .endsWith("n-0204");
    assertThat(stage.nodes())
        .filteredOn(node -> node.state() == NodeState.PENDING)
        .allSatisfy(node -> assertThat(node.steps()).hasSize(1));
  }

  @Test
  void aSmallStageBesideALargeOneIsWhole() {
    RunId run = recorded("canary", 3_000);
    DATABASE.sql(
        "delete from stage_nodes where run = '%s' and stage = 0 and position > 2".formatted(run));

    assertThat(stages(run)).extracting(RunDetail.Stage::isSampled).startsWith(false, true);
    assertThat(stages(run).getFirst().nodes()).hasSize(3);
    assertThat(stages(run).get(1).nodes()).hasSize(50);
  }

  @Test
  void pagesHaveEveryNodeOnceByStageAndName() {
    RunId run = recorded("pages", 7);
    List<String> seen = new ArrayList<>();
    Optional<String> marker = Optional.empty();
    do {
      var page =
          records.runNodes().page(record(run), RunNodeFilter.ALL, new PageRequest(4, marker));
      page.items().forEach(seat -> seen.add(seat.stage() + "/" + seat.node().node()));
      marker = page.next();
    } while (marker.isPresent());

    assertThat(seen).hasSize(14).doesNotHaveDuplicates().isSorted();
    assertThat(seen).startsWith("0/n-0000").endsWith("1/n-0006");
  }

  @Test
  void pagesAreOfOneStageAndOfSomeStates() {
    RunId run = recorded("filtered", 2_000);
    work(run);
    RunNodeFilter failed = new RunNodeFilter(Optional.of(0), Set.of(NodeState.FAILED));

    assertThat(records.runNodes().page(record(run), failed, PageRequest.FIRST).items())
        .extracting(seat -> seat.node().node().value())
        .containsExactly("n-0000", "n-0001", "n-0002", "n-0003", "n-0004");
    assertThat(
            records
                .runNodes()
                .page(record(run), new RunNodeFilter(Optional.of(2), Set.of()), PageRequest.FIRST)
                .items())
        .isEmpty();
    for (String bad : List.of("n-0000", "x/n-0000", "0/", "99999999999/n", "0/No Name")) {
      assertThatThrownBy(() ->
              records.runNodes().page(record(run), failed, new PageRequest(4, Optional.of(bad))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("marker");
    }
  }

  private RunRecord record(RunId run) {
    return records.runs().find(run).orElseThrow();
  }

  private List<RunDetail.Stage> stages(RunId run) {
    return records.runDetails().find(run).orElseThrow().stages();
  }

  private static int shown(List<RunDetail.Stage> stages) {
    return stages.stream().mapToInt(stage -> stage.nodes().size()).sum();
  }

  /** A run of two stages over so many nodes each; its cluster knows none of them. */
  private RunCreation createIn(RecordsFixture given, int nodes) {
    return given.create(given.run(nodes(nodes)));
  }

  private RunId recorded(String cluster, int nodes) {
    RecordsFixture given = RecordsFixture.cluster(records, cluster, 0);
    return given.started(given.run(nodes(nodes))).id();
  }

  /** In the first stage 5 nodes failed, 300 are in work, 10 of them settling, 1,000 succeeded. */
  private void work(RunId run) {
    DATABASE.sql(
        """
        update stage_nodes set
          state = case when position < 5 then 'FAILED' when position < 305 then 'RUNNING'
            else 'SUCCEEDED' end,
          started_at = now() + position * interval '1 ms',
          settling_since = case when position between 5 and 14 then now() end,
          finished_at = case when position < 5 or position >= 305 then now() end
        where run = '%1$s' and stage = 0 and position < 1305;
        insert into actions (id, cluster, node, kind, args, state, origin, requester, run, stage,
          step, step_index, created_at, wait_code, wait_text)
        select gen_random_uuid(), r.cluster, s.node, 'test.success', '{}', 'PENDING_SCHEDULE',
          'core', 'ada', s.run, s.stage, 'step-0', 0, now(), 'STAGE_AT_LIMIT',
          s.node || ' waits for a place'
        from stage_nodes s join runs r on r.id = s.run
        where s.run = '%1$s' and s.stage = 0 and s.state = 'PENDING'
        """
            .formatted(run));
  }
}
