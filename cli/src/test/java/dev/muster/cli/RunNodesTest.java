package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.follow.Runs;
import dev.muster.cli.follow.Runs.Node;
import dev.muster.cli.follow.Runs.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reading the pages of a run that is too large to be shown whole. */
final class RunNodesTest {
  private static final String NODES = "GET /v1/runs/" + Runs.ID + "/nodes";

  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @BeforeEach
  void run() {
    server.on(
        "GET /v1/runs/3f2a",
        200,
        Runs.in("Completed")
            .finished(9)
            .stage(Stage.named("canary", "Completed").opened(0).nodes(Node.done("node-1", 0)))
            .stage(Stage.named("rest", "Completed").opened(4).finished(9).more("succeeded", 2_500))
            .text());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theNodesAreListedByTheNamesOfTheirStages() {
    server.on(
        NODES + "?stage=1&state=FAILED%2CRUNNING&limit=50",
        200,
        """
        {"items":[
         {"stage":1,"node":"node-7","batch":0,"state":"FAILED","startedAt":"2026-11-20T12:00:00Z",
          "finishedAt":"2026-11-20T12:00:03Z","steps":[{"step":"restart","action":"a","attempt":1,
          "state":"FAILED","error":"exit code 1"}]},
         {"stage":1,"node":"node-8","batch":0,"state":"RUNNING","startedAt":"2026-11-20T12:00:00Z",
          "steps":[{"step":"restart","action":"b","attempt":1,"state":"PENDING_SCHEDULE",
          "wait":{"code":"NODE_BUSY","text":"node-8 is busy"}}]}]}
        """);
    String out =
        shell.run("run", "nodes", "3f2a", "--stage", "rest", "--state", "FAILED,RUNNING").out();
    assertThat(out.lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "NODE STAGE STATE STEP TOOK REASON",
            "node-7 rest FAILED restart 3.0s exit code 1",
            "node-8 rest RUNNING restart 1m00s node-8 is busy");
  }

  @Test
  void aStageThatTheRunLacksIsNamedWithThoseThatItHas() {
    Shell.Result result = shell.run("run", "nodes", "3f2a", "--stage", "last");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("--stage last", "canary, rest");
  }

  @Test
  void showSaysWhereTheOthersAre() {
    assertThat(shell.run("run", "show", "3f2a").out())
        .contains("All nodes: muster run nodes 3f2a91c4\n")
        .contains("2501/2501 ok");
  }

  @Test
  void whatWasPrintedIsReadPageByPage() {
    server.on(NODES + "?stage=1&limit=500", 200, page("node-2", "\"next\":\"1/node-2\","));
    server.on(NODES + "?stage=1&limit=500&marker=1%2Fnode-2", 200, page("node-3", ""));
    for (String node : new String[] {"node-2", "node-3"}) {
      server.on(
          "GET /v1/actions/of-" + node, 200, "{\"payload\":{\"stdout\":\"by " + node + "\"}}");
    }
    assertThat(shell.run("run", "show", "3f2a", "--printed").out())
        .contains("\nrest/node-2: restart\n    by node-2\n\nrest/node-3: restart\n    by node-3\n");
  }

  private static String page(String node, String next) {
    return """
    {%s"items":[{"stage":1,"node":"%s","batch":0,"state":"SUCCEEDED","steps":[{"step":"restart",
     "action":"of-%s","attempt":1,"state":"DONE","startedAt":"2026-11-20T12:00:00Z"}]}]}
    """
        .formatted(next, node, node);
  }
}
