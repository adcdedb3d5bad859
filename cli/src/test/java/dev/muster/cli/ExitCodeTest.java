package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong, the line that says it, and the exit code. */
final class ExitCodeTest {
  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @TempDir private Path folder = Path.of("");

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aProblemIsOneLineAndFour() {
    server.on(
        "GET /v1/runs/3f2a",
        404,
        "{\"type\":\"urn:muster:problem:not-found\",\"title\":\"Not found\",\"status\":404,\"detail\":\"there is no run 3f2a;\\n muster run list shows them\"}");
    Shell.Result result = shell.run("run", "show", "3f2a");
    assertThat(result)
        .isEqualTo(
            new Shell.Result(
                4, "", "Not found: there is no run 3f2a; muster run list shows them\n"));
  }

  @Test
  void whatBelongsToAProblemFollowsIt() {
    server.on(
        "POST /v1/clusters/demo/runs",
        409,
        "{\"title\":\"Plan changed\",\"detail\":\"it is not the plan that was approved\",\"differences\":[\"node-9 is new\",\"node-1 is gone\"]}");
    assertThat(shell.run("run", "start", "roll", "-c", "demo", "--plan-hash", "x").err())
        .isEqualTo(
            "Plan changed: it is not the plan that was approved\n  node-9 is new\n  node-1 is gone\n");
  }

  @Test
  void aFindingThatIsTheWholeProblemIsNotSaidTwice() {
    server.on(
        "POST /v1/clusters/demo/runs",
        422,
        "{\"title\":\"No plan can be made\",\"detail\":\"/stages/0: no nodes\",\"findings\":[{\"path\":\"/stages/0\",\"message\":\"no nodes\"}],\"state\":\"IncompleteTargets\"}");
    assertThat(shell.run("run", "start", "roll", "-c", "demo").err())
        .isEqualTo("No plan can be made: /stages/0: no nodes\n  state: IncompleteTargets\n");
  }

  @ParameterizedTest
  @CsvSource({"DONE, 0", "FAILED, 1", "LOST, 1", "CANCELLED, 3"})
  void waitingForAnActionEndsAsTheActionDoes(String state, int code) {
    String id = "0b7c55d2-0000-4000-8000-000000000001";
    String action = "{\"id\":\"%s\",\"kind\":\"test.ping\",\"node\":\"n\",\"state\":\"%s\"}";
    server.on(
        "POST /v1/clusters/demo/nodes/n/actions", 201, action.formatted(id, "PENDING_SCHEDULE"));
    server.on("GET /v1/actions/" + id, 200, action.formatted(id, "RUNNING"));
    server.on("GET /v1/actions/" + id, 503, "{\"title\":\"Away\",\"detail\":\"no database.\"}");
    server.on("GET /v1/actions/" + id, 200, action.formatted(id, state));
    Shell.Result result =
        shell.run("action", "create", "demo", "n", "test.ping", "--id", id, "--wait");
    assertThat(result.code()).isEqualTo(code);
    assertThat(result.out()).contains("It is RUNNING\n").containsPattern("state +" + state);
    assertThat(result.err()).isEqualTo("Away: no database. The action goes on; trying again.\n");
  }

  @Test
  void anAmbiguousIdListsWhatItMayMean() {
    server.on(
        "POST /v1/runs/3f2a/pause",
        400,
        """
        {"title":"Ambiguous id","detail":"2 runs begin with 3f2a","matches":[
          {"id":"3f2a91c4","what":"roll on prod, Completed"},
          {"id":"3f2abbbb","what":"roll on lab, Schedulable"}]}
        """);
    Shell.Result result = shell.run("run", "pause", "3f2a");
    assertThat(result.code()).isEqualTo(4);
    assertThat(result.err())
        .isEqualTo(
            """
            Ambiguous id: 2 runs begin with 3f2a
              3f2a91c4  roll on prod, Completed
              3f2abbbb  roll on lab, Schedulable
            """);
  }

  @Test
  void badPlaybooksAreToldApartByFileAndTheGoodOnesAreStored() throws IOException {
    Path bad = Files.writeString(folder.resolve("a.yaml"), "bad");
    Path good = Files.writeString(folder.resolve("b.yaml"), "good");
    server.on(
        "POST /v1/playbooks",
        exchange ->
            StubServer.answer(
                exchange,
                422,
                "application/problem+json",
                "{\"title\":\"Bad playbook\",\"detail\":\"2 findings\",\"findings\":[{\"path\":\"/stages/0\",\"message\":\"no steps\"},{\"path\":\"\",\"message\":\"no name\"}]}"));
    server.on("POST /v1/playbooks", 201, "{\"name\":\"good\",\"version\":1}");
    Shell.Result result = shell.run("playbook", "apply", bad.toString(), good.toString());
    assertThat(result.code()).isEqualTo(4);
    assertThat(result.out()).isEqualTo("Playbook good version 1 stored\n");
    assertThat(result.err())
        .isEqualTo(
            "%1$s: Bad playbook: 2 findings\n%1$s: /stages/0: no steps\n%1$s: /: no name\n"
                .formatted(bad));
  }

  @Test
  void aCheckWithFindingsIsFourAndWithoutIsZero() throws IOException {
    Path file = Files.writeString(folder.resolve("a.yaml"), "x");
    server.on(
        "POST /v1/playbooks/check",
        exchange ->
            StubServer.answer(
                exchange,
                200,
                "application/json",
                "{\"findings\":[{\"path\":\"/kind\",\"message\":\"is no Playbook\"}]}"));
    server.on("POST /v1/playbooks/check", 200, "{\"findings\":[]}");
    Shell.Result first = shell.run("playbook", "check", file.toString());
    assertThat(first).isEqualTo(new Shell.Result(4, file + ": /kind: is no Playbook\n", ""));
    Shell.Result second = shell.run("playbook", "check", file.toString());
    assertThat(second).isEqualTo(new Shell.Result(0, file + ": no findings\n", ""));
  }

  @Test
  void noServerIsFiveAndSaysWhatToDo() {
    server.close();
    Shell.Result result = shell.run("cluster", "list");
    assertThat(result.code()).isEqualTo(5);
    assertThat(result.err())
        .isEqualTo(
            "Cannot reach %s: nothing listens there. Is Muster running (muster up)? Another address: --server or MUSTER_SERVER.\n"
                .formatted(server.uri()));
  }

  @Test
  void anUnknownHostIsFive() {
    Shell.Result result = shell.run("info", "--server", "http://no-such-host.invalid:1");
    assertThat(result.code()).isEqualTo(5);
    assertThat(result.err()).contains("no-such-host.invalid").contains("unknown here");
  }

  @Test
  void aFailureOfTheServerIsFive() {
    server.on(
        "GET /v1/info",
        503,
        "{\"title\":\"Database unavailable\",\"detail\":\"PostgreSQL does not answer\"}");
    assertThat(shell.run("info"))
        .isEqualTo(new Shell.Result(5, "", "Database unavailable: PostgreSQL does not answer\n"));
  }

  @Test
  void whatIsNoMusterIsRecognised() {
    server.on(
        "GET /v1/info",
        exchange ->
            StubServer.answer(exchange, 200, "text/html", "<html>\n<h1>It works!</h1></html>"));
    Shell.Result page = shell.run("info");
    assertThat(page.code()).isEqualTo(5);
    assertThat(page.err())
        .isEqualTo(
            "Not an answer of Muster: HTTP 200, \"<html> <h1>It works!</h1></html>\". Is --server (or MUSTER_SERVER) right?\n");
    server.on(
        "GET /v1/clusters?limit=500",
        exchange -> StubServer.answer(exchange, 502, "text/plain", ""));
    assertThat(shell.run("cluster", "list").err())
        .startsWith("Not an answer of Muster: HTTP 502 without a body.");
  }

  @Test
  void aRedirectSaysWhereTo() {
    server.on(
        "GET /v1/info",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "https://muster.example.com/v1/info");
          exchange.sendResponseHeaders(301, -1);
          exchange.close();
        });
    Shell.Result result = shell.run("info");
    assertThat(result.code()).isEqualTo(5);
    assertThat(result.err()).contains("only points elsewhere: https://muster.example.com/v1/info");
  }

  @Test
  void aLostAnswerToAStartSaysHowToRepeatItHarmlessly() {
    server.on("POST /v1/clusters/demo/runs", exchange -> exchange.close());
    Shell.Result result = shell.run("run", "start", "roll", "-c", "demo");
    assertThat(result.code()).isEqualTo(5);
    assertThat(result.err())
        .containsPattern("The same command with --id [0-9a-f-]{36} repeats it harmlessly\\.")
        .contains("It is not known whether the request was carried out.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "run",
        "run strat x",
        "run start roll",
        "run start roll -c demo --nope",
        "run start roll -c demo --id 12",
        "run start roll -c demo --timeout 5m",
        "run start roll -c demo --follow --timeout soon",
        "run start roll -c demo --param x",
        "run start roll -c demo --params-file /no/such/file",
        "run list --limit -4",
        "run list --limit -1",
        "run list --limit many",
        "run list -o yaml",
        "playbook apply /no/such/file.yaml",
        "cluster set demo",
        "cluster add demo --max-nodes-in-work 0",
        "info --server ftp://x",
        "info --server http://",
        "info --server http://a:b:c",
      })
  void aWrongCommandLineIsTwoAndNothingIsSent(String line) {
    Shell.Result result = shell.run(line.isEmpty() ? new String[0] : line.split(" ", -1));
    assertThat(result.code()).as(result.err()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isNotBlank().doesNotContain("Exception", "\tat ");
    assertThat(result.err().lines().count()).isLessThanOrEqualTo(3);
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void aWrongWordIsAnsweredWithTheRightOne() {
    assertThat(shell.run("run", "strat").err())
        .contains("start")
        .contains("See muster run --help.");
    assertThat(shell.run("run", "start", "x", "-c", "d", "--reasn", "y").err())
        .contains("--reason");
  }

  @Test
  void aNameThatCannotBeSentIsRefusedHere() {
    Shell.Result result = shell.run("info", "--user", "zoë");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("printable ASCII");
  }
}
