package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** What each command asks the server for. */
final class RequestTest {
  private static final String EMPTY_LIST = "{\"items\":[]}";
  private static final String WHOLE = "3f2a91c4-0000-4000-8000-000000000001";

  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @TempDir private Path folder = Path.of("");

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cluster list                              | /v1/clusters?limit=500
          node list demo                            | /v1/clusters/demo/nodes?limit=500
          node list demo --status up --role broker  | /v1/clusters/demo/nodes?status=UP&role=broker&limit=500
          node list demo -l role=a,!b               | /v1/clusters/demo/nodes?selector=role%3Da%2C%21b&limit=500
          playbook list                             | /v1/playbooks?limit=500
          playbook show roll --versions             | /v1/playbooks/roll/versions?limit=50
          run list                                  | /v1/runs?limit=50
          run list --limit 0                        | /v1/runs?limit=500
          run list --limit 7                        | /v1/runs?limit=7
          run list -o json                          | /v1/runs?limit=500
          run list --cluster demo --open            | /v1/runs?cluster=demo&open=true&limit=50
          run list --playbook roll --state Paused   | /v1/runs?playbook=roll&state=Paused&limit=50
          action list --cluster demo --node n1      | /v1/actions?cluster=demo&node=n1&limit=50
          action list --state NEW --kind test.ping  | /v1/actions?state=NEW&kind=test.ping&limit=50
          action list --cluster a,b --cluster c     | /v1/actions?cluster=a%2Cb%2Cc&limit=50
          action list --parent 0b7c,0b7d            | /v1/actions?parent=0b7c%2C0b7d&limit=50
          action list --name n1 --sort state:desc,name --marker x | /v1/actions?name=n1&sort=state%3Adesc%2Cname&marker=x&limit=50
          run list --state Paused,Cancelled --sort state | /v1/runs?state=Paused%2CCancelled&sort=state&limit=50
          agent-token list demo                     | /v1/clusters/demo/agent-tokens?limit=50
          cycles demo                               | /v1/clusters/demo/cycles?limit=50
          audit --cluster demo                      | /v1/audit?cluster=demo&limit=50
          """)
  void listsAskForPagesWithTheirFilters(String line, String path) {
    server.on("GET " + path, 200, EMPTY_LIST);
    Shell.Result result = shell.run(line.split(" ", -1));
    assertThat(server.lastRequest().line()).isEqualTo("GET " + path);
    assertThat(server.lastRequest().user()).isEqualTo("ada");
    assertThat(result.code()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cluster show demo             | /v1/clusters/demo
          node show demo n1             | /v1/clusters/demo/nodes/n1
          node show demo a/b            | /v1/clusters/demo/nodes/a%2Fb
          playbook show roll            | /v1/playbooks/roll
          playbook show roll --version 2| /v1/playbooks/roll?version=2
          run show 3f2a                 | /v1/runs/3f2a
          action show 0b7c              | /v1/actions/0b7c
          info                          | /v1/info
          """)
  void showsAskForOneThing(String line, String path) {
    server.on("GET " + path, 200, "{\"id\":\"x\"}");
    assertThat(shell.run(line.split(" ", -1)).code()).isZero();
    assertThat(server.lastRequest().line()).isEqualTo("GET " + path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run approve 3f2a --plan-hash h1 --why looked | /v1/runs/3f2a/approve | {"planHash":"h1","why":"looked"}
          run approve 3f2a                     | /v1/runs/3f2a/approve      | {}
          run reject 3f2a --why no             | /v1/runs/3f2a/reject       | {"why":"no"}
          run pause 3f2a                       | /v1/runs/3f2a/pause        | {}
          run resume 3f2a                      | /v1/runs/3f2a/resume       | {}
          run cancel 3f2a --why stop           | /v1/runs/3f2a/cancel       | {"why":"stop"}
          action approve 0b7c                  | /v1/actions/0b7c/approve   | {}
          action reject 0b7c --why no          | /v1/actions/0b7c/reject    | {"why":"no"}
          action cancel 0b7c                   | /v1/actions/0b7c/cancel    | {}
          action cancel 0b7c --force           | /v1/actions/0b7c/cancel    | {"force":true}
          nudge demo                           | /v1/clusters/demo/nudge    | {}
          nudge demo n1 n2                     | /v1/clusters/demo/nudge    | {"nodes":["n1","n2"]}
          cluster nudge demo n1                | /v1/clusters/demo/nudge    | {"nodes":["n1"]}
          cluster add demo                     | /v1/clusters               | {"name":"demo"}
          cluster add demo --idle-interval 2m --agent-queue 2 --label a=b | /v1/clusters | {"name":"demo","settings":{"idleInterval":"PT2M","agentQueue":2},"labels":{"a":"b"}}
          node add demo n1 10.0.0.1:8234       | /v1/clusters/demo/nodes    | {"id":"n1","agent":"http://10.0.0.1:8234"}
          node add demo n1 https://h:1 --role r --label a=b=c | /v1/clusters/demo/nodes | {"id":"n1","agent":"https://h:1","role":"r","labels":{"a":"b=c"}}
          agent-token create -c demo           | /v1/clusters/demo/agent-tokens | {}
          agent-token create -c demo --selector-labels zone=a,rack=b4 --expires 1h --uses 10 --accept | /v1/clusters/demo/agent-tokens | {"labels":{"zone":"a","rack":"b4"},"expires":"PT1H","uses":10,"accept":true}
          node accept demo n1                  | /v1/clusters/demo/nodes/n1/accept | {}
          node token rotate demo               | /v1/clusters/demo/rotate-tokens | {}
          node token rotate demo n1            | /v1/clusters/demo/rotate-tokens | {"node":"n1"}
          node token set demo n1 --certificate-sha256 AB:CD | /v1/clusters/demo/nodes/n1/credentials | {"certificate":"AB:CD"}
          run plan roll -c demo --version 3    | /v1/clusters/demo/plan     | {"playbook":"roll","version":3}
          """)
  void changesPostWhatWasTyped(String line, String path, String body) {
    server.on("POST " + path, 200, "{\"id\":\"3f2a91c4\"}");
    assertThat(shell.run(line.split(" ", -1)).code()).isZero();
    assertThat(server.lastRequest().line()).isEqualTo("POST " + path);
    assertThat(server.lastRequest().contentType()).isEqualTo("application/json");
    assertThat(server.lastRequest().body()).isEqualTo(body);
  }

  @Test
  void aTokenOfAnAgentIsReadFromAFileAloneAndNotShown() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "s3cret\n");
    server.on("POST /v1/clusters/demo/nodes/n1/credentials", 200, "{\"id\":\"n1\"}");
    Shell.Result result =
        shell.run("node", "token", "set", "demo", "n1", "--token-file", file.toString());
    assertThat(server.lastRequest().body()).isEqualTo("{\"token\":\"s3cret\"}");
    assertThat(result.out() + result.err()).doesNotContain("s3cret");
    assertThat(shell.run("node", "token", "set", "demo", "n1").err())
        .contains("--token-file, --certificate-sha256, or both");
  }

  @Test
  void whatAgentsProveIsRevoked() {
    server
        .on("DELETE /v1/clusters/demo/nodes/n1/credentials", 200, "{\"id\":\"n1\"}")
        .on("DELETE /v1/clusters/demo/agent-tokens/3f2a", 204, "");
    assertThat(shell.run("node", "token", "revoke", "demo", "n1").out())
        .isEqualTo("Node n1 of demo is revoked\n");
    assertThat(shell.run("agent-token", "revoke", "demo", "3f2a").out())
        .isEqualTo("Join token 3f2a is revoked\n");
  }

  @Test
  void removingDeletesAndChangingPatches() {
    server.on("DELETE /v1/clusters/demo/nodes/n1", 204, "").on("DELETE /v1/clusters/demo", 204, "");
    server.on("PATCH /v1/clusters/demo", 200, "{\"name\":\"demo\"}");
    assertThat(shell.run("node", "remove", "demo", "n1").out())
        .isEqualTo("Node n1 removed from demo\n");
    assertThat(shell.run("cluster", "remove", "demo").out()).isEqualTo("Cluster demo removed\n");
    assertThat(shell.run("cluster", "set", "demo", "--max-nodes-in-work", "none").code()).isZero();
    assertThat(server.lastRequest().body()).isEqualTo("{\"settings\":{\"maxNodesInWork\":null}}");
  }

  @Test
  void parametersAreTypedAndThoseOnTheCommandLineWin() throws IOException {
    Path file = folder.resolve("params.json");
    Files.writeString(file, "{\"service\":\"api\",\"wait\":1.50,\"keep\":true}");
    server.on("POST /v1/clusters/demo/plan", 200, "{}");
    shell.run(
        "run",
        "plan",
        "roll",
        "--cluster",
        "demo",
        "--params-file",
        file.toString(),
        "--param",
        "service=web",
        "-p",
        "n=3",
        "-p",
        "on=false",
        "-p",
        "list=[1,\"a\"]",
        "-p",
        "text=\"5\"",
        "-p",
        "odd=1.2.3",
        "-p",
        "eq=a=b",
        "-p",
        "empty=",
        "-p",
        "none=null");
    ObjectNode params = (ObjectNode) Json.parse(server.lastRequest().body()).path("params");
    assertThat(params)
        .isEqualTo(
            Json.parse(
                """
                {"service":"web","wait":1.50,"keep":true,"n":3,"on":false,"list":[1,"a"],"text":"5",
                 "odd":"1.2.3","eq":"a=b","empty":"","none":"null"}
                """));
  }

  @Test
  void aStartCarriesAnIdOfItsOwnSoThatItCanBeRepeated() {
    server.on("POST /v1/clusters/demo/runs", 201, "{\"id\":\"" + WHOLE + "\"}");
    shell.run(
        "run",
        "start",
        "roll",
        "-c",
        "demo",
        "--reason",
        "new kernel",
        "--ticket",
        "OPS-12",
        "--plan-hash",
        "abc");
    ObjectNode body = (ObjectNode) Json.parse(server.lastRequest().body());
    assertThat(body.remove("id").asString()).matches("[0-9a-f-]{36}");
    assertThat(body)
        .isEqualTo(
            Json.parse(
                """
                {"playbook":"roll","planHash":"abc","reason":"new kernel","ticket":"OPS-12"}
                """));
    shell.run("run", "start", "roll", "-c", "demo", "--id", WHOLE);
    assertThat(Json.parse(server.lastRequest().body()).path("id").asString()).isEqualTo(WHOLE);
  }

  @Test
  void anActionCarriesAllItsOptionsAndWholeIds() {
    server.on("GET /v1/actions/0b7c", 200, "{\"id\":\"" + WHOLE + "\"}");
    server.on("POST /v1/clusters/demo/nodes/n1/actions", 201, "{\"id\":\"" + WHOLE + "\"}");
    Shell.Result result =
        shell.run(
            "action",
            "create",
            "demo",
            "n1",
            "exec.command",
            "--approval",
            "--depends-on",
            "0b7c",
            "--timeout",
            "90s",
            "--schedule-within",
            "10m",
            "--even-when-down",
            "--metadata",
            "team=db",
            "--id",
            WHOLE,
            "-a",
            "user=kafka",
            "--",
            "df",
            "-h");
    assertThat(result.code()).isZero();
    assertThat(Json.parse(server.lastRequest().body()))
        .isEqualTo(
            Json.parse(
                """
                {"id":"%1$s","kind":"exec.command","args":{"user":"kafka","argv":["df","-h"]},
                 "approve":"required","dependsOn":["%1$s"],"timeout":"PT1M30S","scheduleWithin":"PT10M","evenWhenDown":true,
                 "metadata":{"team":"db"}}
                """
                    .formatted(WHOLE)));
  }

  @Test
  void playbooksAreSentAsTheyAreInTheirOwnMediaType() throws IOException {
    String yaml = "apiVersion: muster/v1\n# grüße\n";
    Files.writeString(folder.resolve("a.yaml"), yaml);
    Files.writeString(folder.resolve("b.json"), "{}");
    Files.writeString(folder.resolve("c.txt"), "no playbook");
    server.on("POST /v1/playbooks", 201, "{\"name\":\"roll\",\"version\":2}");
    Shell.Result result = shell.run("playbook", "apply", folder.toString());
    assertThat(result.out()).isEqualTo("Playbook roll version 2 stored\n".repeat(2));
    assertThat(server.requests()).extracting(StubServer.Request::body).containsExactly(yaml, "{}");
    assertThat(server.requests())
        .extracting(StubServer.Request::contentType)
        .containsExactly("application/yaml", "application/json");
    shell.reading("from: stdin").run("playbook", "apply", "-");
    assertThat(server.lastRequest().body()).isEqualTo("from: stdin");
  }

  @Test
  void globalOptionsServeBeforeAndAfterTheCommand() {
    server.on("GET /v1/info", 200, "{}");
    Shell other = new Shell();
    String address = server.uri().toString();
    assertThat(other.run("--server", address, "--user", "bob", "info").code()).isZero();
    assertThat(server.lastRequest().user()).isEqualTo("bob");
    assertThat(other.run("info", "--server=" + address.substring("http://".length())).code())
        .isZero();
    assertThat(server.lastRequest().user()).isEqualTo(System.getProperty("user.name"));
  }
}
