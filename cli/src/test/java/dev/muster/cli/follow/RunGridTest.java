package dev.muster.cli.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.Golden;
import dev.muster.cli.follow.Runs.Node;
import dev.muster.cli.follow.Runs.Stage;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RunGridTest {
  private static final String LIMIT = "as many nodes are in work as the stage allows (1 of 1)";

  @Test
  void showsStagesNodesStepsAndWhatWaits() {
    Golden.check("grid", grid(inTheMiddle(), 100, 30, 20));
  }

  @Test
  void aNarrowTerminalGetsOneSignForEachStepAndTheNameOfTheOneInHand() {
    Golden.check("grid-narrow", grid(inTheMiddle(), 44, 30, 20));
  }

  @Test
  void aLowTerminalKeepsTheStageInHandAndDropsWhatIsDone() {
    Golden.check("grid-low", grid(inTheMiddle(), 100, 12, 20));
  }

  @Test
  void aThousandNodesAreAStripAndTheNodesThatMatter() {
    Golden.check("grid-thousand", grid(thousand(), 100, 30, 200));
  }

  @Test
  void saysWhoMustApproveAndWhatToType() {
    RunView run =
        Runs.in("PendingApprove")
            .summary("rolling-restart · stage 2/2 rest · waits for approval")
            .because("waits for 1 more approval")
            .stage(
                Stage.named("canary", "Completed")
                    .opened(0)
                    .finished(4)
                    .nodes(Node.done("node-1", 0)))
            .stage(
                Stage.named("rest", "PendingApprove")
                    .approval(2, "bob")
                    .nodes(Node.named("node-2", "PENDING"), Node.named("node-3", "PENDING")))
            .view();
    Golden.check("grid-approval", grid(run, 100, 30, 60));
  }

  @Test
  void aPausedRunSaysByWhomAndHowItGoesOn() {
    RunView run =
        Runs.in("Paused")
            .with("pausedBy", "eve")
            .because("paused by eve")
            .stage(
                Stage.named("all", "Schedulable")
                    .opened(0)
                    .nodes(
                        Node.named("node-1", "RUNNING").from(0).runs("restart", 1, 0),
                        Node.waiting("node-2", "RUN_PAUSED", "eve paused the run")))
            .view();
    Golden.check("grid-paused", grid(run, 100, 30, 8));
  }

  @Test
  void aRunThatStandsStillSaysSinceWhenAndWhyWhileAStageIsOpenToo() {
    RunView run =
        Runs.in("Schedulable")
            .because("stage all: 0 of 1 node finished")
            .with("stall", "the run stands still since 12:00: it is not being advanced")
            .stage(
                Stage.named("all", "Schedulable").opened(0).nodes(Node.named("node-1", "PENDING")))
            .view();
    assertThat(grid(run, 100, 30, 8))
        .contains("the run stands still since 12:00: it is not being advanced")
        .doesNotContain("0 of 1 node finished");
  }

  @Test
  void aReasonLeavesOutTheNameOfTheRunThatIsLookedAt() {
    RunView run =
        Runs.in("Schedulable")
            .stage(
                Stage.named("all", "Schedulable")
                    .opened(0)
                    .nodes(
                        Node.waiting(
                            "node-1",
                            "STAGE_AT_LIMIT",
                            "rolling-restart 3f2a91c4 stage all: 1 of 1 nodes in work"),
                        Node.waiting(
                            "node-2", "NODE_BUSY", "upgrade 0b7c55d2 stage all works on node-2")))
            .view();
    assertThat(grid(run, 100, 30, 8))
        .contains("node-1 waits: 1 of 1 nodes in work")
        .contains("node-2 waits: upgrade 0b7c55d2 stage all works on node-2");
  }

  @Test
  void failuresRetriesAndRollbackAreShown() {
    Golden.check("grid-failing", grid(failing(), 110, 30, 50));
  }

  @Test
  void withoutSignsThereAreWords() {
    Terminal words = Terminal.stream();
    String text =
        String.join(
            "\n", RunGrid.lines(inTheMiddle(), Runs.START.plusSeconds(20), words, "muster"));
    Golden.check("grid-words", text);
  }

  @Test
  void aTerminalWithoutUtf8GetsAsciiOnly() {
    Terminal ascii = Terminal.screen(80, 24, Style.ASCII);
    List<String> lines = RunGrid.lines(inTheMiddle(), Runs.START.plusSeconds(20), ascii, "muster");
    assertThat(lines).allSatisfy(line -> assertThat(line).matches("\\p{ASCII}*"));
  }

  @Test
  void whatAnAgentSaysCannotMoveTheCursor() {
    RunView run =
        Runs.in("ApplyFailed")
            .stage(
                Stage.named("all", "ApplyFailed")
                    .opened(0)
                    .nodes(
                        Node.named("node-1", "FAILED")
                            .from(0)
                            .to(2)
                            .failed("restart", 1, 0, 2, "bad\u001b[2J\nsecond line\r\u0007")))
            .view();
    assertThat(grid(run, 100, 30, 8))
        .contains("failed: bad [2J second line")
        .doesNotContain("\u001b");
  }

  @Test
  void neverHigherOrWiderThanTheTerminalWhateverTheRun() {
    Random random = new Random(7);
    for (int round = 0; round < 150; round++) {
      RunView run = anyRun(random);
      int width = 20 + random.nextInt(140);
      int height = 6 + random.nextInt(50);
      Style style = random.nextBoolean() ? Style.COLOUR : Style.ASCII;
      Terminal terminal = Terminal.screen(width, height, style);
      List<String> lines = RunGrid.lines(run, Runs.START.plusSeconds(90), terminal, "muster");
      assertThat(lines.size()).as("round %d", round).isLessThan(height);
      assertThat(lines)
          .allSatisfy(line ->
              assertThat(Text.width(line.replaceAll("\u001b\\[[0-9;]*m", "")))
                  .isLessThanOrEqualTo(width));
    }
  }

  private static RunView inTheMiddle() {
    return Runs.in("Schedulable")
        .summary(
            "rolling-restart · stage 2/3 rest · 2/6 ok · 0 failed (budget 1) · 1 running · settling")
        .stage(
            Stage.named("canary", "Completed").opened(0).finished(6).nodes(Node.done("node-1", 0)))
        .stage(
            Stage.named("rest", "Schedulable")
                .opened(6)
                .nodes(
                    Node.done("node-2", 6),
                    Node.named("node-3", "RUNNING")
                        .from(11)
                        .ran("restart", 11, 13)
                        .ran("healthy", 13, 14)
                        .settling("settling: healthy for 3 s of 5 s"),
                    Node.named("node-4", "RUNNING")
                        .from(15)
                        .ran("restart", 15, 18)
                        .runs("healthy", 2, 18),
                    Node.waiting("node-5", "STAGE_AT_LIMIT", LIMIT),
                    Node.waiting("node-6", "STAGE_AT_LIMIT", LIMIT),
                    Node.waiting(
                        "node-7", "NODE_NOT_UP", "its agent does not answer since 12:00:03")))
        .stage(
            Stage.named("last", "SchedulableWait")
                .nodes(Node.named("node-8", "PENDING"), Node.named("node-9", "PENDING")))
        .stage(Stage.named("undo", "SchedulableWait").rollback().steps("back"))
        .view();
  }

  private static RunView thousand() {
    List<Node> nodes = new ArrayList<>();
    for (int i = 1; i <= 1000; i++) {
      String name = "node-%04d".formatted(i);
      if (i <= 620) {
        nodes.add(
            i % 200 == 0
                ? Node.named(name, "FAILED")
                    .from(10)
                    .to(30)
                    .failed("restart", 1, 10, 30, "exit code 1")
                : Node.done(name, i * 0.1));
      } else if (i <= 640) {
        nodes.add(Node.named(name, "RUNNING").from(180 + i % 7).runs("restart", 1, 180 + i % 7));
      } else {
        nodes.add(Node.waiting(name, "STAGE_AT_LIMIT", LIMIT));
      }
    }
    return Runs.in("Schedulable")
        .summary("rolling-restart · stage 1/1 all · 617/1000 ok · 3 failed (budget 1) · 20 running")
        .stage(Stage.named("all", "Schedulable").opened(0).concurrency(20).nodes(nodes))
        .view();
  }

  private static RunView failing() {
    return Runs.in("Schedulable")
        .summary("rolling-restart · rolling back · 1/3 ok · 1 failed (budget 0)")
        .stage(
            Stage.named("all", "ApplyFailed")
                .because("1 node failed, 0 may")
                .opened(0)
                .finished(40)
                .nodes(
                    Node.done("node-1", 0),
                    Node.named("node-2", "FAILED")
                        .from(5)
                        .to(40)
                        .failed("restart", 1, 5, 10, "exit code 1")
                        .failed("restart", 2, 20, 40, "exit code 1: unit kafka.service not found"),
                    Node.named("node-3", "CANCELLED")))
        .stage(
            Stage.named("undo", "Schedulable")
                .rollback()
                .steps("back")
                .opened(41)
                .nodes(
                    Node.named("node-1", "RUNNING")
                        .from(41)
                        .failed("back", 1, 41, 43, "busy")
                        .awaits("back", 2, "RETRY_DELAY", "tried again at 12:01:00")))
        .view();
  }

  private static RunView anyRun(Random random) {
    Runs run = Runs.in("Schedulable").summary("s · ".repeat(random.nextInt(80)));
    int stages = 1 + random.nextInt(random.nextInt(10) == 0 ? 40 : 5);
    int open = random.nextInt(stages);
    for (int s = 0; s < stages; s++) {
      List<Node> nodes = new ArrayList<>();
      int count = random.nextInt(random.nextInt(6) == 0 ? 1500 : 12);
      for (int n = 0; n < count; n++) {
        String name = "node-".repeat(1 + random.nextInt(4)) + n;
        nodes.add(
            s < open
                ? Node.done(name, n)
                : s > open
                    ? Node.named(name, "PENDING")
                    : switch (random.nextInt(4)) {
                      case 0 -> Node.done(name, n);
                      case 1 -> Node.named(name, "RUNNING").from(1).runs("restart", 1, 1);
                      case 2 ->
                          Node.named(name, "FAILED").failed("healthy", 1, 1, 2, "x".repeat(300));
                      default -> Node.waiting(name, "LOCK_HELD", "lock " + random.nextInt(30));
                    });
      }
      Stage stage = Stage.named("stage-" + s, s < open ? "Completed" : "Schedulable").nodes(nodes);
      if (s <= open) {
        stage.opened(s);
      }
      if (s < open) {
        stage.finished(s + 1);
      }
      run.stage(stage);
    }
    return run.view();
  }

  private static String grid(RunView run, int width, int height, int second) {
    Terminal terminal = Terminal.screen(width, height, Style.MONO);
    return String.join(
        "\n", RunGrid.lines(run, Runs.START.plusSeconds(second), terminal, "muster"));
  }
}
