package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code muster policy}. */
final class PolicyTextTest {

  private static final String POLICY =
      """
      {"id":"3f2a91c4-0c5f-4b5e-9a4e-000000000012","name":"pairs","description":"two at a time",
       "type":"scaling","properties":{"event":"CLUSTER_SCALE_IN"},
       "createdAt":"2026-11-20T11:59:00Z","createdBy":"ada",
       "changedAt":"2026-11-20T11:59:00Z","changedBy":"ada"}
      """;
  private static final String BINDING =
      """
      {"cluster":"prod","policy":"pairs","policyId":"3f2a91c4-0c5f-4b5e-9a4e-000000000012",
       "type":"scaling","priority":100,"enabled":true,
       "changedAt":"2026-11-20T11:59:00Z","changedBy":"ada"}
      """;

  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void applyingSendsTheDocumentAndSaysWhatToDoNext(@TempDir Path folder) throws IOException {
    server.on("POST /v1/policies", 201, POLICY);
    Path file = folder.resolve("pairs.yaml");
    Files.writeString(file, "kind: Policy\n");

    Shell.Result result = shell.run("policy", "apply", file.toString());

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(server.lastRequest().body()).isEqualTo("kind: Policy\n");
    assertThat(result.out())
        .isEqualTo("Policy pairs of type scaling stored (muster policy attach CLUSTER pairs)\n");
  }

  @Test
  void findingsAreShownWithTheirPlaces(@TempDir Path folder) throws IOException {
    server.on(
        "POST /v1/policies/check",
        200,
        "{\"findings\":[{\"path\":\"/spec/type\",\"message\":\"line 5: 'scalling'\"}]}");
    Path file = folder.resolve("pairs.yaml");
    Files.writeString(file, "kind: Policy\n");

    Shell.Result result = shell.run("policy", "check", file.toString());

    assertThat(result.code()).isNotZero();
    assertThat(result.out()).contains("/spec/type: line 5: 'scalling'");
  }

  @Test
  void attachingAndUpdatingSendWhatWasTyped() {
    server.on("POST /v1/clusters/prod/policies", 201, BINDING);
    server.on("PATCH /v1/clusters/prod/policies/pairs", 200, BINDING);

    assertThat(shell.run("policy", "attach", "prod", "pairs", "--priority", "7").out())
        .isEqualTo("Policy pairs attached to cluster prod: priority 100, enabled\n");
    assertThat(Json.parse(server.lastRequest().body()))
        .isEqualTo(Json.parse("{\"policy\":\"pairs\",\"priority\":7}"));

    shell.run("policy", "update", "prod", "pairs", "--enabled", "false");
    assertThat(Json.parse(server.lastRequest().body()))
        .isEqualTo(Json.parse("{\"enabled\":false}"));
    assertThat(shell.run("policy", "update", "prod", "pairs").err()).contains("Nothing to change");
  }

  @Test
  void bindingsAreShownInTheOrderInWhichTheyAreAsked() {
    server.on(
        "GET /v1/clusters/prod/policies?limit=500",
        200,
        "{\"items\":[%s,%s]}"
            .formatted(
                BINDING.replace("pairs", "a-late").replace("100", "400"),
                BINDING.replace("}", ",\"lastOp\":\"2026-11-20T11:00:00Z\"}")));

    String out = shell.run("policy", "bindings", "prod").out();

    assertThat(out.indexOf("pairs")).as(out).isLessThan(out.indexOf("a-late"));
    assertThat(out).contains("never", "PRIORITY");
  }

  @Test
  void aPolicyIsShownRenamedAndRemoved() {
    server.on("GET /v1/policies/pairs", 200, POLICY);
    server.on("PATCH /v1/policies/pairs", 200, POLICY.replace("pairs", "two"));
    server.on("DELETE /v1/policies/pairs", 204, "");
    server.on("DELETE /v1/clusters/prod/policies/pairs", 204, "");

    assertThat(shell.run("policy", "show", "pairs").out())
        .contains("two at a time", "{\"event\":\"CLUSTER_SCALE_IN\"}");
    assertThat(shell.run("policy", "rename", "pairs", "two").out())
        .isEqualTo("Policy pairs is called two now\n");
    assertThat(shell.run("policy", "detach", "prod", "pairs").out())
        .isEqualTo("Policy pairs detached from cluster prod\n");
    assertThat(shell.run("policy", "delete", "pairs").out()).isEqualTo("Policy pairs removed\n");
  }
}
