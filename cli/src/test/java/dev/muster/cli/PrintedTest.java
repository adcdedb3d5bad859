package dev.muster.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.follow.Runs;
import dev.muster.cli.follow.Runs.Node;
import dev.muster.cli.follow.Runs.Stage;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the steps of a run printed, for those who follow it and those who look at it. */
@Timeout(30)
final class PrintedTest {
  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @BeforeEach
  void thereIsARun() {
    server.on("GET /v1/runs/3f2a", 200, asked().text());
    server.on("GET /v1/runs/" + Runs.ID, 200, asked().text());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whatAStepPrintedIsShownWhenItEnds() {
    printing("up 3 days\\nload 0.1", "warning: \\u001b[2Jold clock");
    server.on(Events.PATH, Events.first().run(asking()).end(asked())::send);
    String out = shell.run("run", "follow", "3f2a").out();
    assertThat(out.lines().filter(line -> line.contains(" | ")))
        .containsExactly(
            "2026-11-20T12:00:02Z  ask/box-1: uptime | up 3 days",
            "2026-11-20T12:00:02Z  ask/box-1: uptime | load 0.1",
            "2026-11-20T12:00:02Z  ask/box-1: uptime | stderr: warning: [2Jold clock");
    assertThat(out.indexOf("uptime ok after")).isLessThan(out.indexOf(" | up 3 days"));
  }

  @Test
  void onATerminalWhatAStepPrintedStaysAboveThePicture() {
    String many = IntStream.range(0, 34).mapToObj("line %d"::formatted).collect(joining("\\n"));
    printing(many, "");
    server.on(Events.PATH, Events.first().run(asking()).end(asked())::send);
    Shell.Result result =
        shell.on(Terminal.screen(100, 24, Style.MONO)).run("run", "follow", "3f2a");
    assertThat(Screen.after(result.out()))
        .startsWith("ask/box-1: uptime", "    … 24 lines before", "    line 24")
        .contains("    line 33")
        .last()
        .asString()
        .contains("Completed");
  }

  @Test
  void programsThatFollowAskForNothingElse() {
    printing("up 3 days", "");
    server.on(Events.PATH, Events.first().end(asked())::send);
    assertThat(shell.run("run", "follow", "3f2a", "-o", "json").out().lines()).hasSize(1);
    assertThat(server.requests())
        .noneMatch(request -> request.line().startsWith("GET /v1/actions"));
  }

  private void printing(String stdout, String stderr) {
    server.on(
        "GET /v1/actions/0b7c55d2-0000-4000-8000-000000000000",
        200,
        "{\"payload\":{\"stdout\":\"%s\",\"stderr\":\"%s\"}}".formatted(stdout, stderr));
  }

  private static Runs asking() {
    return Runs.in("Schedulable")
        .stage(
            Stage.named("ask", "Schedulable")
                .steps("uptime")
                .opened(0)
                .nodes(Node.named("box-1", "RUNNING").from(0).runs("uptime", 1, 1)));
  }

  static Runs asked() {
    return Runs.in("Completed")
        .finished(3)
        .stage(
            Stage.named("ask", "Completed")
                .steps("uptime")
                .opened(0)
                .finished(3)
                .nodes(Node.named("box-1", "SUCCEEDED").from(0).to(2).ran("uptime", 1, 2)));
  }

  @Test
  void aRunIsShownWithWhatItsStepsPrinted() {
    String action = "GET /v1/actions/0b7c55d2-0000-4000-8000-000000000000";
    String lines = IntStream.range(0, 12).mapToObj("l%d"::formatted).collect(joining("\\n"));
    server.on(action, 200, "{\"payload\":{\"stdout\":\"" + lines + "\"}}");
    assertThat(shell.run("run", "show", "3f2a").out())
        .contains("\nask/box-1: uptime\n    … 2 lines before\n    l2\n")
        .contains("    l11\n\nCompleted")
        .doesNotContain("    l1\n");
    assertThat(shell.run("run", "show", "3f2a", "--printed").out())
        .contains("\nask/box-1: uptime\n    l0\n    l1\n");
  }

  @Test
  void ofManyNodesTheOutputIsShownOnlyWhenItIsAskedFor() {
    Node[] nodes =
        IntStream.range(0, 41)
            .mapToObj(i -> Node.named("n" + i, "SUCCEEDED").from(0).to(2).ran("uptime", 1, 2))
            .toArray(Node[]::new);
    server.on(
        "GET /v1/runs/9e10",
        200,
        Runs.in("Completed")
            .finished(3)
            .stage(Stage.named("ask", "Completed").steps("uptime").opened(0).nodes(nodes))
            .text());
    assertThat(shell.run("run", "show", "9e10").out())
        .contains("What its steps printed: muster run show 3f2a91c4 --printed");
    assertThat(server.requests()).hasSize(1);
    shell.run("run", "show", "9e10", "--printed");
    assertThat(server.requests()).hasSizeGreaterThan(2);
  }
}
