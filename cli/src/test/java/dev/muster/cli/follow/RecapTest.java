package dev.muster.cli.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.Golden;
import dev.muster.cli.follow.Runs.Node;
import dev.muster.cli.follow.Runs.Stage;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecapTest {
  @Test
  void aBigRunShowsWhatDidNotSucceedAndSumsUpTheRest() {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      nodes.add(
          i % 250 == 7
              ? Node.named("node-" + i, "TIMED_OUT")
                  .from(i)
                  .to(i + 120)
                  .failed("healthy", 1, i, i + 120, "not healthy within 2 min")
              : Node.named("node-" + i, "SUCCEEDED")
                  .from(i)
                  .to(i + 4 + i % 9)
                  .ran("restart", i, i + 1)
                  .ran("healthy", i + 1, i + 4));
    }
    RunView run =
        Runs.in("Completed")
            .finished(1100)
            .stage(Stage.named("all", "Completed").opened(0).finished(1100).nodes(nodes))
            .view();
    Golden.check("recap-thousand", recap(run));
  }

  @Test
  void moreFailuresThanRowsAreCounted() {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      nodes.add(Node.named("node-" + i, "FAILED").from(0).to(1).failed("restart", 1, 0, 1, "no"));
    }
    RunView run =
        Runs.in("ApplyFailed")
            .stage(Stage.named("all", "ApplyFailed").opened(0).nodes(nodes))
            .view();
    assertThat(recap(run)).contains("and 60 more that did not succeed; no node succeeded");
    assertThat(recap(run).lines().count()).isLessThan(46);
  }

  @Test
  void aRunThatNeverBeganHasAVerdictOnly() {
    RunView run = Runs.in("Restricted").because("demo excludes node-1").finished(1).view();
    assertThat(recap(run))
        .isEqualTo(
            "✖ Restricted: demo excludes node-1 · rolling-restart on demo · 0/0 ok · 0 failed · took 1.0s");
  }

  @Test
  void aRunWithNothingButAnIdCanBeShown() {
    RunView run =
        RunView.parse(
            dev.muster.cli.rest.Json.parse(
                "{\"id\":\"x\",\"state\":7,\"stages\":[{},{\"nodes\":[{}]}]}"));
    assertThat(recap(run)).contains("7");
    assertThat(RunGrid.lines(run, Runs.START, Terminal.screen(80, 24, Style.MONO), "muster"))
        .isNotEmpty();
  }

  private static String recap(RunView run) {
    return String.join(
        "\n",
        Recap.lines(
            run, Runs.START.plusSeconds(1), Terminal.screen(100, 24, Style.MONO), "muster"));
  }
}
