package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.query.v1.WorkflowQuery;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.QueryWorkflowRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A run is given a secret, and everything that anybody is shown is searched for it. */
final class CanaryIT {

  private static final String SECRET = "canary-4711-do-not-show-me-to-anybody";

  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: canary}
      sensitive: [password]
      params:
        password: {type: string, minLength: 5}
        number: {type: integer, default: 1}
      stages:
        - name: only
          targets: {select: ""}
          steps:
            - {name: echo, action: exec.command, args: {argv: [/bin/sh, -c, "echo got '${params.password}'; printf %s '${params.password}' | wc -c"]}}
            - {name: keyed, action: test.success, args: {password: "${params.password}", plain: yes}}
            - {name: break, action: exec.command, args: {argv: [/bin/sh, -c, "echo bad '${params.password}' >&2; exit 3"]}}
      """;

  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @Test
  void aSensitiveParameterIsShownNowhere() throws Exception {
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      muster.addCluster("prod");
      muster.addAgent("prod", "n1");
      muster.awaitUp("prod", 1);
      muster.apply(PLAYBOOK);
      Map<String, String> shown = new LinkedHashMap<>();
      shown.put("plan", post(muster, "/v1/clusters/prod/plan", start(SECRET)));
      shown.put(
          "wrong parameter",
          post(
              muster,
              "/v1/clusters/prod/plan",
              """
              {"playbook": "canary", "params": {"password": "%s", "number": "%s"}}
              """
                  .formatted(SECRET, SECRET)));
      String run = run(muster);
      try (Followed events = new Followed(muster.api(), run)) {
        JsonNode ended = muster.awaitEnd(run);
        assertThat(Json.text(ended, "state")).isNotEqualTo("Completed");
        events.awaitEvent("end " + Json.text(ended, "state"));
        assertThat(ended.path("params").path("password").asString("")).isEqualTo("•••");
      }
      shown.put("start again", post(muster, "/v1/clusters/prod/runs", start(SECRET, run)));
      shown.put(
          "start otherwise", post(muster, "/v1/clusters/prod/runs", start("other-" + SECRET, run)));
      gets(muster, run, shown);
      temporal(muster, run, shown);
      for (Path log :
          List.of(
              folder.resolve("data/muster.log"),
              folder.resolve("up.err"),
              folder.resolve("n1.err"))) {
        shown.put(log.toString(), Files.exists(log) ? Files.readString(log) : "");
      }
      theProgramGotIt(shown);
      shown.forEach((where, text) -> assertThat(text).as(where).doesNotContain(SECRET));
    }
  }

  /** Or nothing would be proven: the agent had the true value, and its answer was read. */
  private static void theProgramGotIt(Map<String, String> shown) {
    assertThat(shown.get("/v1/actions"))
        .contains("got •••")
        .contains(String.valueOf(SECRET.length()))
        .contains("bad •••");
    assertThat(shown.get("history of playbook")).hasSizeGreaterThan(500);
    assertThat(shown).hasSizeGreaterThan(25);
  }

  private static String run(Installation muster) {
    return Json.text(
        muster
            .api()
            .post(
                ApiPath.of("clusters", "prod", "runs"),
                Json.object()
                    .put("playbook", "canary")
                    .set("params", Json.object().put("password", SECRET)))
            .json(),
        "id");
  }

  private static String start(String password) {
    return "{\"playbook\": \"canary\", \"params\": {\"password\": \"%s\"}}".formatted(password);
  }

  private static String start(String password, String id) {
    return start(password).replaceFirst("\\{", "{\"id\": \"" + id + "\", ");
  }

  /** Every GET that the API documents, and what it serves besides. */
  private void gets(Installation muster, String run, Map<String, String> shown) throws Exception {
    JsonNode documented = Json.parse(get(muster, "/v3/api-docs")).path("paths");
    JsonNode actions = muster.api().get(ApiPath.of("actions")).json().path("items");
    assertThat(actions).hasSize(3);
    for (Map.Entry<String, JsonNode> path : documented.properties()) {
      if (path.getValue().has("get")) {
        String known =
            path.getKey()
                .replace("{cluster}", "prod")
                .replace("{node}", "n1")
                .replace("{name}", "canary");
        List<String> ids =
            known.startsWith("/v1/actions/")
                ? actions.valueStream().map(one -> Json.text(one, "id")).toList()
                : List.of(run);
        for (String id : ids) {
          String whole = known.replace("{id}", id);
          shown.put(whole, get(muster, whole));
        }
      }
    }
    for (String other :
        List.of(
            "/actuator/health", "/actuator/prometheus", "/v3/api-docs", "/v1/audit?run=" + run)) {
      shown.put(other, get(muster, other));
    }
  }

  private static void temporal(Installation muster, String run, Map<String, String> shown) {
    String address =
        Json.text(muster.api().get(ApiPath.of("info")).json().path("temporal"), "address");
    WorkflowServiceStubs engine =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(address).build());
    try {
      for (String workflow : List.of("playbook/" + run, "orchestration/prod")) {
        WorkflowExecution execution =
            WorkflowExecution.newBuilder().setWorkflowId(workflow).build();
        String kind = workflow.substring(0, workflow.indexOf('/'));
        shown.put(
            "history of " + kind,
            engine
                .blockingStub()
                .getWorkflowExecutionHistory(
                    GetWorkflowExecutionHistoryRequest.newBuilder()
                        .setNamespace("default")
                        .setExecution(execution)
                        .build())
                .toByteString()
                .toString(StandardCharsets.UTF_8));
        shown.put(
            "details of " + kind,
            engine
                .blockingStub()
                .queryWorkflow(
                    QueryWorkflowRequest.newBuilder()
                        .setNamespace("default")
                        .setExecution(execution)
                        .setQuery(
                            WorkflowQuery.newBuilder().setQueryType("__temporal_workflow_metadata"))
                        .build())
                .toByteString()
                .toString(StandardCharsets.UTF_8));
      }
    } finally {
      engine.shutdownNow();
    }
  }

  private String get(Installation muster, String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(muster.url() + path)), Optional.empty());
  }

  private String post(Installation muster, String path, String body)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(muster.url() + path))
            .header("Content-Type", "application/json"),
        Optional.of(body));
  }

  private String send(HttpRequest.Builder request, Optional<String> body)
      throws IOException, InterruptedException {
    body.ifPresent(text -> request.POST(HttpRequest.BodyPublishers.ofString(text)));
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }
}
