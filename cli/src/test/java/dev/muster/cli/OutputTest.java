package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.follow.Runs;
import dev.muster.cli.follow.Runs.Node;
import dev.muster.cli.follow.Runs.Stage;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people and programs get to read. */
final class OutputTest {
  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void jsonIsExactlyWhatTheServerAnswered() {
    String body = "{ \"name\":\"demo\",  \"ratio\": 1.50,\n \"new\": null }";
    server.on("GET /v1/clusters/demo", 200, body);
    assertThat(shell.run("cluster", "show", "demo", "-o", "json").out()).isEqualTo(body + "\n");
    server.on("DELETE /v1/clusters/demo", 204, "");
    assertThat(shell.run("cluster", "remove", "demo", "-o", "json").out()).isEmpty();
  }

  @Test
  void jsonListsHaveTheItemsOfAllPagesWithTheirDigits() {
    server.on(
        "GET /v1/runs?limit=500", 200, "{\"items\":[{\"id\":\"a\",\"n\":1.50}],\"next\":\"m 1\"}");
    server.on("GET /v1/runs?limit=500&marker=m%201", 200, "{\"items\":[{\"id\":\"b\"}]}");
    assertThat(shell.run("run", "list", "-o", "JSON").out())
        .isEqualTo("{\"items\":[{\"id\":\"a\",\"n\":1.50},{\"id\":\"b\"}]}\n");
  }

  @Test
  void aLongListSaysThatThereIsMore() {
    String items =
        IntStream.range(0, 50)
            .mapToObj("{\"id\":\"%d\",\"cluster\":\"demo\"}"::formatted)
            .collect(Collectors.joining(","));
    server.on("GET /v1/runs?limit=50", 200, "{\"items\":[" + items + "],\"next\":\"x\"}");
    Shell.Result result = shell.run("run", "list");
    assertThat(result.out().lines()).hasSize(51);
    assertThat(result.err()).isEqualTo("More exist than the 50 shown: --limit 0 shows all.\n");
  }

  @Test
  void anEmptyListSaysSo() {
    server.on("GET /v1/clusters?limit=500", 200, "{\"items\":[]}");
    assertThat(shell.run("cluster", "list").out()).isEqualTo("No clusters.\n");
  }

  @Test
  void nodesAsATable() {
    server.on(
        "GET /v1/clusters/demo/nodes?limit=500",
        200,
        """
        {"items":[
         {"id":"node-1","agent":"http://127.0.0.1:9001","role":"web","labels":{"rack":"a","tier":"1"},
          "status":"UP","seenAt":"2026-11-20T12:00:57Z","platform":"linux-amd64"},
         {"id":"node-2","agent":"http://127.0.0.1:9002","role":"web","labels":{},"status":"UNREACHABLE",
          "seenAt":"2026-11-20T11:00:00Z","lastError":"connection refused\\nby 127.0.0.1:9002","errorCycles":3}]}
        """);
    Golden.check("node-list", shell.run("node", "list", "demo").out());
    Golden.check("node-list-80", wide(80).run("node", "list", "demo").out());
  }

  @Test
  void runsAsATable() {
    server.on(
        "GET /v1/runs?limit=50",
        200,
        """
        {"items":[
         {"id":"3f2a91c4-0000-4000-8000-000000000001","cluster":"demo","playbook":"rolling-restart",
          "state":"Schedulable","stage":"rest","requester":"ada","reason":"new kernel","ticket":"OPS-12",
          "createdAt":"2026-11-20T12:00:00Z",
          "counts":{"pending":2,"running":1,"succeeded":2,"failed":0,"skipped":0,"cancelled":0}},
         {"id":"9e10ffff-0000-4000-8000-000000000001","cluster":"prod","playbook":"upgrade",
          "state":"ApplyFailed","requester":"bob","createdAt":"2026-11-18T11:00:00Z",
          "counts":{"pending":3,"running":0,"succeeded":1,"failed":2,"skipped":0,"cancelled":0}}]}
        """);
    Golden.check("run-list", shell.run("run", "list").out());
  }

  @Test
  void aRunWithItsRecap() {
    server.on("GET /v1/runs/3f2a", 200, ended().text());
    Golden.check("run-show", shell.run("run", "show", "3f2a").out());
    Golden.check("run-show-terminal", wide(90).run("run", "show", "3f2a").out());
  }

  @Test
  void aPlanInWords() {
    server.on("POST /v1/clusters/demo/plan", 200, plan());
    Golden.check("run-plan", shell.run("run", "plan", "rolling-restart", "-c", "demo").out());
  }

  @Test
  void anActionWithItsHistory() {
    server.on(
        "GET /v1/actions/0b7c",
        200,
        """
        {"id":"0b7c55d2-0000-4000-8000-000000000001","cluster":"demo","node":"node-2","kind":"service.restart",
         "args":{"name":"web"},"state":"FAILED","senlinState":"FAILED","origin":"core","requester":"ada",
         "run":"3f2a91c4-0000-4000-8000-000000000001","stage":"rest","step":"restart","attempt":2,"dependsOn":[],
         "createdAt":"2026-11-20T12:00:00Z","startedAt":"2026-11-20T12:00:10Z","finishedAt":"2026-11-20T12:00:20Z",
         "error":{"message":"exit code 1","causes":["unit web.service not found"]},"exitCode":1,
         "transitions":[
          {"at":"2026-11-20T12:00:00Z","to":"PENDING_SCHEDULE","by":"playbook","why":"stage rest opened"},
          {"at":"2026-11-20T12:00:10Z","from":"PENDING_SCHEDULE","to":"RUNNING","by":"agent","why":""},
          {"at":"2026-11-20T12:00:20Z","from":"RUNNING","to":"FAILED","by":"agent","why":"exit code 1"}]}
        """);
    Golden.check("action-show", shell.run("action", "show", "0b7c").out());
  }

  @Test
  void theOtherTablesAndBlocks() {
    server.on(
        "GET /v1/clusters?limit=500",
        200,
        """
        {"items":[{"name":"demo","nodes":5,"nodesUp":4,"unfinished":2,"labels":{"env":"test"},
         "createdAt":"2026-11-20T09:00:00Z"}]}
        """);
    server.on(
        "GET /v1/clusters/demo",
        200,
        """
        {"name":"demo","nodes":5,"nodesUp":4,"unfinished":2,"labels":{},"createdAt":"2026-11-20T09:00:00Z",
         "settings":{"idleInterval":"PT1M","busyInterval":"PT5S","agentQueue":1,"unreachableAfter":"PT1H30M"}}
        """);
    server.on(
        "GET /v1/clusters/demo/cycles?limit=50",
        200,
        """
        {"items":[{"epoch":3,"cycle":17,"trigger":"nudge","startedAt":"2026-11-20T12:00:58Z","durationMs":24,
         "synced":5,"unreachable":0,"changed":2,"started":1,"waiting":3,"unfinished":4,"notes":["n5: slow","n6: gone"]}]}
        """);
    server.on(
        "GET /v1/audit?limit=50",
        200,
        """
        {"items":[{"id":7,"at":"2026-11-20T12:00:58.123Z","by":"ada","what":"run.start","cluster":"demo",
         "run":"3f2a91c4-0000-4000-8000-000000000001"},
         {"id":6,"at":"2026-11-20T12:00:50Z","by":"eve","what":"node.add","cluster":"demo","details":{"node":"n1"}}]}
        """);
    server.on(
        "GET /v1/info",
        200,
        """
        {"version":"0.1.0","temporal":{"address":"127.0.0.1:7233","namespace":"default","engine":"embedded"},
         "database":"PostgreSQL 18.6","startedAt":"2026-11-20T11:59:00Z"}
        """);
    StringBuilder all = new StringBuilder();
    for (String line :
        new String[] {"cluster list", "cluster show demo", "cycles demo", "audit", "info"}) {
      String out = shell.run(line.split(" ", -1)).out();
      all.append("$ muster ").append(line).append('\n').append(out).append('\n');
    }
    Golden.check("others", all.toString().replace(server.uri().toString(), "http://stub"));
  }

  @Test
  void aStartedRunSaysHowToFollowIt() {
    server.on("POST /v1/clusters/demo/runs", 201, ended().text());
    assertThat(shell.run("run", "start", "roll", "-c", "demo").out())
        .isEqualTo(
            """
            Run 3f2a91c4-0000-4000-8000-000000000001 started: rolling-restart · 2/3 ok
            To follow it: muster run follow 3f2a91c4
            """);
  }

  @Test
  void aNodeWhoseAgentCannotDoEverythingIsAddedWithWhatItCannot() {
    server.on(
        "POST /v1/clusters/demo/nodes",
        201,
        """
        {"id":"n1","agent":"http://n1:8000","protocol":"replicante/v0",
         "limits":["no cancel: it goes on","no nudges"]}\
        """);
    assertThat(
            shell.run("node", "add", "demo", "n1", "n1:8000", "--protocol", "replicante/v0").out())
        .isEqualTo(
            """
            Node n1 of demo added: http://n1:8000
            Agents of replicante/v0 have
              no cancel: it goes on
              no nudges
            """);
    assertThat(Json.parse(server.lastRequest().body()).path("protocol").asString())
        .isEqualTo("replicante/v0");
  }

  @Test
  void whatComesFromAgentsIsHarmlessOnATerminal() {
    server.on(
        "GET /v1/clusters/demo/nodes/n1",
        200,
        "{\"id\":\"n1\",\"lastError\":\"\\u001b[2Jx\\u202e\\r\"}");
    assertThat(shell.run("node", "show", "demo", "n1").out())
        .contains(" [2Jx")
        .doesNotContain("\u001b", "\u202e", "\r");
    assertThat(
            Json.parse(shell.run("node", "show", "demo", "n1", "-o", "json").out())
                .path("lastError")
                .asString())
        .isEqualTo("\u001b[2Jx\u202e\r");
  }

  private Shell wide(int columns) {
    return Shell.at(server).on(Terminal.screen(columns, 24, Style.MONO));
  }

  static Runs ended() {
    return Runs.in("ApplyFailed")
        .because("1 node failed in rest, 0 may")
        .summary("rolling-restart · 2/3 ok")
        .finished(42)
        .stage(
            Stage.named("canary", "Completed").opened(0).finished(4).nodes(Node.done("node-1", 0)))
        .stage(
            Stage.named("rest", "ApplyFailed")
                .opened(4)
                .finished(42)
                .nodes(
                    Node.done("node-2", 4),
                    Node.named("node-3", "FAILED")
                        .from(8)
                        .to(42)
                        .failed("restart", 1, 8, 42, "exit code 1: unit web.service not found")));
  }

  private static String plan() {
    return """
    {"cluster":"demo","playbook":"rolling-restart","version":3,"params":{"service":"web","n":2},
     "hash":"9f86d081884c7d65","stages":[
      {"index":0,"name":"canary","kind":"FORWARD","targets":1,"concurrency":1,"batches":[],"maxFailures":0,
       "minHealthy":0,"windows":[],"onFailure":"STOP",
       "steps":[{"name":"restart","action":"service.restart","timeout":"PT2M","retries":2},
                {"name":"healthy","action":"check.http","timeout":"PT1M","retries":0}],
       "settle":{"wait":"PT5S","stable":"PT30S","timeout":"PT5M"},
       "nodes":[{"node":"node-1","batch":0}]},
      {"index":1,"name":"rest","kind":"FORWARD","targets":3,"concurrency":3,"batches":[1,2],"maxFailures":1,
       "minHealthy":2,"onFailure":"ROLLBACK","when":"params.n > 1",
       "approval":{"required":2,"from":["ops"],"requesterMay":false,"timeout":"PT24H"},
       "windows":[{"days":["MONDAY","TUESDAY"],"start":"22:00","length":"PT6H","timezone":"Europe/Rome"}],
       "steps":[{"name":"restart","action":"service.restart","timeout":"PT2M","retries":1}],
       "nodes":[{"node":"node-2","batch":0},{"node":"node-3","batch":1},{"node":"node-4","batch":1}]},
      {"index":2,"name":"undo","kind":"ROLLBACK","targets":0,"concurrency":1,"batches":[],"maxFailures":0,
       "minHealthy":0,"windows":[],"onFailure":"STOP",
       "steps":[{"name":"back","action":"artifact.rollback","timeout":"PT10M","retries":0,
                "secrets":["db_password","token"]}],"nodes":[]}]}
    """;
  }
}
