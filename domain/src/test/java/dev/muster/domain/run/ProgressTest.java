package dev.muster.domain.run;

import static dev.muster.domain.run.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.simulation.Plans;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private static Plans rest() {
    return Plans.stage("rest", 4).maxFailures(1);
  }

  @Test
  void saysInOneLineWhereARunIs() {
    Runs run = run().completed("canary").open(rest(), 0, 1, 3, 0).waiting(Plans.stage("last", 1));
    assertThat(Progress.summary(run.view(), 1))
        .isEqualTo("stage 2/3 rest · 3/4 ok · 0 failed (budget 1) · 1 running · settling");
    assertThat(Progress.summary(run.paused().view(), 0))
        .isEqualTo("paused by bruno · stage 2/3 rest · 3/4 ok · 0 failed (budget 1) · 1 running");
    assertThat(Progress.summary(run().open(rest(), 0, 3, 1, 0).view(), 2))
        .endsWith("3 running · 2 settling");
  }

  @Test
  void saysWhatAStageBeforeItsOpeningWaitsFor() {
    Plans guarded = rest().approval(1, Duration.ofHours(1));
    assertThat(Progress.summary(run().waiting(guarded).asked().view(), 0))
        .isEqualTo("stage 1/1 rest · waits for approval (0 of 1)");
    assertThat(Progress.summary(run().waiting(guarded).view(), 0))
        .isEqualTo("stage 1/1 rest · next");
  }

  @Test
  void sumsUpARunThatIsOver() {
    assertThat(
            Progress.summary(
                run().completed("canary").completed("rest").view(ProgressState.COMPLETED), 0))
        .isEqualTo("Completed · 2/2 stages · 4/4 ok · 0 failed");
  }

  @Test
  void aRunThatIsOverAsksNobodyAndCountsWhatItNeverBegan() {
    Plans guarded = rest().approval(1, Duration.ofHours(1));
    RunSituation refused =
        run().completed("canary").waiting(guarded).asked().view(ProgressState.CANCELLED);
    assertThat(Progress.stateOf(refused, refused.stages().getLast()))
        .isEqualTo(ProgressState.CANCELLED);
    assertThat(Progress.summary(refused, 0))
        .startsWith("Cancelled · 1/2 stages · ")
        .contains("2/4 ok");
  }

  @Test
  void countsEveryNodeOnce() {
    assertThat(Progress.count(List.of(NodeState.values())))
        .isEqualTo(new RunSituation.NodeCounts(1, 1, 1, 3, 1, 1));
    assertThat(Progress.count(List.of(NodeState.values())).total())
        .isEqualTo(NodeState.values().length);
  }

  @Test
  void computesStatesFromTheParts() {
    RunSituation view = run().completed("canary").open(rest(), 0, 1, 0, 0).waiting(rest()).view();
    assertThat(view.stages().stream().map(stage -> Progress.stateOf(view, stage)))
        .containsExactly(
            ProgressState.COMPLETED, ProgressState.SCHEDULABLE_WAIT, ProgressState.NEW_PLAN);
  }

  @Test
  void printsTheStagesAndWhatWaits() {
    RunSituation view = run().completed("canary").open(rest(), 2, 1, 1, 0).view();
    String page =
        CurrentDetails.markdown(
            view,
            "stage rest: 1 of 4 nodes finished, 1 node in work",
            List.of(
                new CurrentDetails.Waiting("n3", "STAGE_AT_LIMIT", "1 of 1 nodes in work"),
                new CurrentDetails.Waiting("n4", "STAGE_AT_LIMIT", "1 of 1 nodes in work")),
            0);
    assertThat(page)
        .isEqualTo(
            """
            **stage 2/2 rest · 1/4 ok · 0 failed (budget 1) · 1 running**

            stage rest: 1 of 4 nodes finished, 1 node in work

            | # | stage | state | nodes | ok | failed | running | pending | other |
            |--:|---|---|--:|--:|--:|--:|--:|--:|
            | 1 | canary | Completed | 2 | 2 | 0 of 0 | 0 | 0 | 0 |
            | 2 | rest | Schedulable | 4 | 1 | 0 of 1 | 1 | 2 | 0 |

            | waiting | reason | why |
            |---|---|---|
            | n3, n4 | STAGE_AT_LIMIT | 1 of 1 nodes in work |
            """);
  }

  @Test
  void neverPrintsMoreThanTemporalTakes() {
    Runs run = run();
    IntStream.range(0, 500).forEach(i -> run.waiting(Plans.stage("stage-" + i, 1)));
    List<CurrentDetails.Waiting> waiting =
        IntStream.range(0, 5000)
            .mapToObj(
                i -> new CurrentDetails.Waiting("n" + i, "NODE_BUSY", "ü|<b>\n".repeat(60) + i))
            .toList();
    String page = CurrentDetails.markdown(run.view(), "why", waiting, 0);
    assertThat(page.getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(CurrentDetails.MAX_BYTES);
    assertThat(page).contains("more stages").contains("more reasons").contains("NODE_BUSY");
    assertThat(page.lines().filter(line -> line.startsWith("| n"))).isNotEmpty();
  }

  @Test
  void aCancelledRunIsInTheLastStageThatItBegan() {
    RunSituation cancelled =
        run()
            .completed("canary")
            .completed("rest")
            .waiting(Plans.stage("last", 1))
            .cancelled()
            .view();
    assertThat(Progress.current(cancelled)).contains(cancelled.stages().get(1));
    RunSituation goesOn =
        run().completed("canary").completed("rest").waiting(Plans.stage("last", 1)).view();
    assertThat(Progress.current(goesOn)).contains(goesOn.stages().get(2));
    RunSituation over = run().completed("canary").completed("rest").view();
    assertThat(Progress.current(over)).contains(over.stages().get(1));
    RunSituation notBegun =
        run().waiting(rest()).waiting(Plans.stage("last", 1)).cancelled().view();
    assertThat(Progress.current(notBegun)).contains(notBegun.stages().getFirst());
  }

  @Test
  void aStateIsReadByItsWordInAnyCase() {
    for (ProgressState state : ProgressState.values()) {
      assertThat(ProgressState.parse(state.word())).isEqualTo(state);
      assertThat(ProgressState.parse(state.word().toUpperCase(Locale.ROOT))).isEqualTo(state);
    }
    assertThatThrownBy(() -> ProgressState.parse("Done"))
        .hasMessage("state: 'Done' (expected: one of Autopilot's, such as Completed)");
  }

  @Test
  void aNodeSettlesWithinTheTimeOfWaitAndStability() {
    Duration second = Duration.ofSeconds(1);
    assertThat(new SettleRule(second, second, second.multipliedBy(2)).delay()).isEqualTo(second);
    assertThatThrownBy(() -> new SettleRule(second, second, second))
        .hasMessage("settle.timeout: PT1S (expected: at least wait + stable = PT2S)");
    assertThatThrownBy(() -> new SettleRule(second.negated(), second, second))
        .hasMessageStartingWith("settle: wait PT-1S");
    assertThatThrownBy(() -> new SettleRule(second, second.negated(), second))
        .hasMessageEndingWith("stable PT-1S (expected: >= 0)");
  }
}
