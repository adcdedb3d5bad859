package dev.muster.cli.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.Golden;
import dev.muster.cli.follow.Runs.Node;
import dev.muster.cli.follow.Runs.Stage;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A run of which the API shows some nodes only. */
final class SampledRunTest {
  private static final Terminal SCREEN = Terminal.screen(100, 24, Style.MONO);

  @Test
  void thePictureCountsAllNodesAndShowsThoseThatMatter() {
    Golden.check(
        "grid-sampled",
        String.join("\n", RunGrid.lines(going(40_000).view(), at(90), SCREEN, "muster")));
  }

  @Test
  void howeverHighTheTerminalWhatIsNotShownIsCounted() {
    Terminal tall = Terminal.screen(100, Terminal.UNLIMITED, Style.MONO);
    assertThat(RunGrid.lines(going(40_000).view(), at(90), tall, "muster"))
        .contains("    … and 10 more failed, 4980 in work")
        .anyMatch(line -> line.contains("node-00019"))
        .hasSizeLessThan(40);
  }

  @Test
  void theRecapSumsUpWhatTheServerCounted() {
    RunView ended =
        Runs.in("ApplyFailed")
            .because("12 nodes failed, 10 may")
            .finished(900)
            .stage(canary())
            .stage(
                Stage.named("all", "ApplyFailed")
                    .opened(4)
                    .finished(900)
                    .nodes(failed(1), failed(2))
                    .more("failed", 10)
                    .more("succeeded", 99_988))
            .view();
    List<String> recap = Recap.lines(ended, at(900), SCREEN, "muster");
    assertThat(recap)
        .contains("and 10 more that did not succeed; 99989 nodes succeeded")
        .anyMatch(line -> line.contains("99989/100001 ok · 12 failed"))
        .anyMatch(line -> line.startsWith("  look: muster action show"))
        .hasSizeLessThan(10);
  }

  @Test
  void aLogTellsEveryTenthOfTheStageAndEveryFailure() {
    assertThat(changes(going(40_000), going(49_900)))
        .as("nodes come into the sample and go, and less than a tenth was done")
        .isEmpty();
    assertThat(changes(going(40_000), going(50_001)))
        .containsExactly(
            "all: 50001/100000 ok · 12 failed (budget 1) · 5000 running · concurrency 5000");
    assertThat(changes(going(40_000), going(40_001, Node.named("late", "FAILED").to(91))))
        .containsExactly("all/late: failed");
  }

  @Test
  void aKindOfReasonIsToldOnceWhicheverNodeIsTheExample() {
    Runs before = waiting("node-07777", "node-07777 is busy");
    Runs after = waiting("node-08888", "node-08888 is busy");
    assertThat(changes(before, after)).isEmpty();
    assertThat(RunChanges.soFar(before.view(), at(90)))
        .extracting(RunChanges.Change::text)
        .contains("54988 nodes wait, such as node-07777: node-07777 is busy");
  }

  private static List<String> changes(Runs before, Runs after) {
    return RunChanges.between(before.view(), after.view(), at(90)).stream()
        .map(RunChanges.Change::text)
        .toList();
  }

  private static java.time.Instant at(int second) {
    return Runs.START.plusSeconds(second);
  }

  private static Stage canary() {
    return Stage.named("canary", "Completed").opened(0).finished(4).nodes(Node.done("node-0", 0));
  }

  private static Node failed(int index) {
    return Node.named("bad-" + index, "FAILED")
        .from(10)
        .to(12)
        .failed("restart", 1, 10, 12, "exit code 1");
  }

  /** 100,000 nodes: 12 failed, 5,000 in work, of each of which some are shown. */
  private static Runs going(int succeeded, Node... more) {
    return Runs.in("Schedulable")
        .summary("rolling-restart · stage 2/2 all")
        .stage(canary())
        .stage(
            all(succeeded)
                .nodes(more)
                .waits(
                    94_988 - succeeded,
                    "node-99999",
                    "STAGE_AT_LIMIT",
                    "as many nodes are in work as the stage allows (5000 of 5000)"));
  }

  private static Runs waiting(String node, String text) {
    return Runs.in("Schedulable").stage(all(40_000).waits(54_988, node, "NODE_BUSY", text));
  }

  private static Stage all(int succeeded) {
    int first = succeeded % 1_000;
    return Stage.named("all", "Schedulable")
        .opened(4)
        .concurrency(5_000)
        .nodes(failed(1), failed(2))
        .nodes(
            IntStream.range(first, first + 20)
                .mapToObj(i ->
                    Node.named("node-%05d".formatted(i), "RUNNING").from(60).runs("restart", 1, 61))
                .toList())
        .nodes(Node.named("node-99999", "PENDING"))
        .more("failed", 10)
        .more("running", 4_980)
        .more("succeeded", succeeded)
        .more("pending", 94_987 - succeeded);
  }
}
