package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.follow.Runs;
import dev.muster.cli.follow.Runs.Node;
import dev.muster.cli.follow.Runs.Stage;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Following a run over a server that may go away. */
@Timeout(30)
final class FollowTest {
  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @BeforeEach
  void thereIsARun() {
    server.on("GET /v1/runs/3f2a", 200, Runs.in("Schedulable").text());
    server.on("GET /v1/runs/" + Runs.ID, 200, Runs.in("Schedulable").text());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void eachChangeIsALineWithItsTime() {
    server.on(
        Events.PATH, Events.first().run(begun()).heartbeat().run(halfway()).end(done())::send);
    Shell.Result result = shell.run("run", "follow", "3f2a");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    Golden.check("follow-lines", result.out());
  }

  @Test
  void nothingIsLostWhenTheServerGoesAwayInBetween() {
    server.on(Events.PATH, Events.first().run(begun())::send);
    server.on(
        Events.PATH,
        exchange ->
            StubServer.answer(
                exchange, 503, "application/problem+json", "{\"title\":\"Database unavailable\"}"));
    server.on(Events.PATH, exchange -> exchange.close());
    server.on(Events.PATH, Events.first().end(done())::send);
    Shell.Result result = shell.run("run", "follow", "3f2a");
    assertThat(result.code()).isZero();
    assertThat(result.out().lines().filter(line -> line.contains("Connection lost"))).hasSize(1);
    assertThat(result.out().lines().filter(line -> line.contains("Connected again"))).hasSize(1);
    assertThat(withoutConnection(result.out()))
        .contains(
            "2026-11-20T12:00:04Z  rest/node-2: restart started",
            "2026-11-20T12:00:07Z  rest/node-2: restart ok after 3.0s",
            "2026-11-20T12:00:08Z  rest/node-2: succeeded after 4.0s");
  }

  @Test
  void whatHappenedTogetherIsToldInTheOrderInWhichItHappened() {
    Runs over =
        Runs.in("Cancelled")
            .because("cancelled by ada")
            .finished(5)
            .stage(
                Stage.named("rest", "Cancelled")
                    .opened(0)
                    .finished(5)
                    .nodes(
                        Node.named("node-1", "RUNNING")
                            .from(0)
                            .ran("restart", 0, 3)
                            .settling("settling"),
                        Node.cancelled("node-2", 6)));
    server.on(Events.PATH, Events.first().run(Runs.in("NewPlan")).end(over)::send);
    assertThat(
            shell
                .run("run", "follow", "3f2a")
                .out()
                .lines()
                .map(line -> line.substring(22))
                .limit(9))
        .endsWith(
            "rest/node-1: restart ok after 3.0s",
            "rest/node-1: settling",
            "rest/node-2: cancelled",
            "rest: stage is Cancelled after 5.0s, 0/2 ok · 1 settling · 1 cancelled",
            "run is Cancelled by ada");
  }

  @Test
  void anAgentThatFallsSilentInTheMiddleIsTold() {
    server.on(
        Events.PATH,
        Events.first().run(begun()).run(silent()).run(silent()).run(begun()).end(done())::send);
    assertThat(
            shell
                .run("run", "follow", "3f2a")
                .out()
                .lines()
                .map(line -> line.replaceFirst("^\\S+Z  ", "")))
        .containsOnlyOnce(
            "canary/node-1: no answer from its agent", "canary/node-1: its agent answers again");
  }

  private static Runs silent() {
    return Runs.in("Schedulable")
        .stage(
            Stage.named("canary", "Schedulable")
                .opened(0)
                .nodes(
                    Node.named("node-1", "RUNNING")
                        .from(0)
                        .runs("restart", 1, 0)
                        .because("no answer from its agent")))
        .stage(Stage.named("rest", "SchedulableWait").nodes(Node.named("node-2", "PENDING")));
  }

  @ParameterizedTest
  @CsvSource({
    "Completed, 0",
    "ApplyFailed, 1",
    "IncompleteTargets, 1",
    "InconsistentTargets, 1",
    "Restricted, 1",
    "MissingPlatform, 1",
    "MissingSignalNode, 1",
    "Cancelled, 3",
    "RolledBack, 3"
  })
  void theExitCodeSaysHowTheRunEnded(String state, int code) {
    server.on(Events.PATH, Events.first().end(Runs.in(state).finished(9))::send);
    Shell.Result result = shell.run("run", "follow", "3f2a");
    assertThat(result.code()).isEqualTo(code);
    assertThat(result.out())
        .contains("\n" + state + " · rolling-restart on demo · 0/0 ok · 0 failed · took 9.0s\n");
  }

  @Test
  void jsonIsOneLineForEachChangeAndNothingElse() {
    server.on(Events.PATH, Events.first().run(begun()).run(begun())::send);
    server.on(Events.PATH, Events.first().run(halfway()).run(done()).end(done())::send);
    Shell.Result result = shell.run("run", "follow", "3f2a", "-o", "json");
    assertThat(result.out().lines())
        .containsExactly(begun().text(), halfway().text(), done().text());
    assertThat(result.err()).contains("Connection lost", "Connected again");
  }

  @Test
  void aTimeoutLeavesTheRunAlone() {
    server.on(Events.PATH, Events.first().run(begun())::sendAndStay);
    AtomicInteger second = new AtomicInteger();
    shell.timed(() -> Runs.START.plusSeconds(second.getAndAdd(30)));
    Shell.Result result = shell.run("run", "follow", "3f2a", "--timeout", "2m");
    assertThat(result.code()).isEqualTo(6);
    assertThat(result.out())
        .contains(
            "Not finished within 2m00s; it goes on. To follow it again: muster run follow 3f2a");
    assertThat(server.requests())
        .extracting(StubServer.Request::line)
        .allMatch(line -> line.startsWith("GET "));
  }

  @Test
  void anApprovalEndsFollowingOnlyWhenThatWasAskedFor() {
    Runs waiting =
        Runs.in("PendingApprove")
            .stage(
                Stage.named("rest", "PendingApprove")
                    .approval(1)
                    .nodes(Node.named("n", "PENDING")));
    server.on(Events.PATH, Events.first().run(waiting).end(Runs.in("Completed"))::send);
    Shell.Result stopped = shell.run("run", "follow", "3f2a", "--stop-at-approval");
    assertThat(stopped.code()).isEqualTo(6);
    assertThat(stopped.out())
        .contains("Run 3f2a91c4 waits for approval: muster run approve 3f2a91c4");
    assertThat(shell.run("run", "follow", "3f2a").code()).isZero();
  }

  @Test
  void aRunThatDoesNotExistOrGoesAwayIsAProblem() {
    assertThat(shell.run("run", "follow", "ffff")).extracting(Shell.Result::code).isEqualTo(4);
    server.on(Events.PATH, Events.first().run(begun())::send);
    server.on(Events.PATH, 404, "{\"title\":\"Not found\",\"detail\":\"it was removed\"}");
    Shell.Result result = shell.run("run", "follow", "3f2a");
    assertThat(result.code()).isEqualTo(4);
    assertThat(result.err()).isEqualTo("Not found: it was removed\n");
  }

  @Test
  void startingAndFollowingIsOneCommand() {
    server.on("POST /v1/clusters/demo/runs", 201, "{\"id\":\"" + Runs.ID + "\"}");
    server.on(Events.PATH, Events.first().end(Runs.in("ApplyFailed"))::send);
    assertThat(shell.run("run", "start", "roll", "-c", "demo", "--follow").code()).isEqualTo(1);
  }

  @Test
  void brokenEventsAreLeftOut() {
    server.on(
        Events.PATH,
        Events.first()
                .raw("event: run\ndata: {broken\n\n")
                .raw("event: news\ndata: {}\n\n")
                .raw("data\n\nid: 7\nretry: 5\n\n")
                .end(done())
            ::send);
    Shell.Result result = shell.run("run", "follow", "3f2a");
    assertThat(result.code()).isZero();
    assertThat(result.out()).contains("An event that is no JSON was left out");
  }

  @Test
  void onATerminalThePictureIsRedrawnInPlaceAndNothingIsLeftOfIt() {
    server.on(Events.PATH, Events.first().run(begun()).run(halfway())::send);
    server.on(Events.PATH, Events.first().end(done())::send);
    Shell.Result result =
        shell.on(Terminal.screen(100, 24, Style.MONO)).run("run", "follow", "3f2a");
    assertThat(result.code()).isZero();
    assertThat(result.out()).startsWith("\u001b[?25l").contains("\u001b[?25h").contains("\u001b[K");
    List<String> screen = Screen.after(result.out());
    Golden.check("follow-screen", withoutSeconds(String.join("\n", screen)));
  }

  @Test
  void theSameRunTwiceIsTheSameJson() {
    assertThat(Json.parse(done().text())).isEqualTo(Json.parse(done().text()));
  }

  private static String withoutConnection(String out) {
    return out.lines().filter(line -> !line.contains("Connect")).reduce("", (a, b) -> a + b + "\n");
  }

  private static String withoutSeconds(String text) {
    return text.replaceAll("again after [0-9.]+s", "again after Ns");
  }

  static Runs begun() {
    return Runs.in("Schedulable")
        .summary("rolling-restart · stage 1/2 canary · 0/1 ok")
        .stage(
            Stage.named("canary", "Schedulable")
                .opened(0)
                .nodes(Node.named("node-1", "RUNNING").from(0).runs("restart", 1, 0)))
        .stage(Stage.named("rest", "SchedulableWait").nodes(Node.named("node-2", "PENDING")));
  }

  static Runs halfway() {
    return Runs.in("Schedulable")
        .summary("rolling-restart · stage 2/2 rest · 1/2 ok")
        .stage(
            Stage.named("canary", "Completed").opened(0).finished(4).nodes(Node.done("node-1", 0)))
        .stage(
            Stage.named("rest", "Schedulable")
                .opened(4)
                .nodes(Node.waiting("node-2", "NODE_NOT_UP", "its agent does not answer")));
  }

  static Runs done() {
    return Runs.in("Completed")
        .summary("rolling-restart · 2/2 ok")
        .finished(9)
        .stage(
            Stage.named("canary", "Completed").opened(0).finished(4).nodes(Node.done("node-1", 0)))
        .stage(
            Stage.named("rest", "Completed").opened(4).finished(9).nodes(Node.done("node-2", 4)));
  }
}
