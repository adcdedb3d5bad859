package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.database.EmbeddedDatabase;
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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Everything that anybody is shown of cluster {@code prod} with node {@code n1} and of playbook
 * {@code canary}, to be searched for what must not be in it.
 */
final class Searched {

  private final Installation muster;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> texts = new LinkedHashMap<>();

  Searched(Installation muster) {
    this.muster = muster;
  }

  /** What was found, by where. */
  Map<String, String> texts() {
    return texts;
  }

  /** Keeps something to be searched. */
  void put(String where, String text) {
    texts.put(where, text);
  }

  /** Keeps the answer to a request. */
  void post(String where, String path, String body) throws IOException, InterruptedException {
    put(
        where,
        send(
            HttpRequest.newBuilder(URI.create(muster.url() + path))
                .header("Content-Type", "application/json"),
            Optional.of(body)));
  }

  /** Keeps what files hold, those that there are. */
  void logs(Path... files) throws IOException {
    for (Path log : files) {
      put(log.toString(), Files.exists(log) ? Files.readString(log) : "");
    }
  }

  /** Keeps every row of every table of the embedded database. */
  void database(Path data) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(EmbeddedDatabase.urlOf(data), "muster", "");
        Statement statement = connection.createStatement()) {
      for (String table :
          column(
              statement,
              "select table_name from information_schema.tables where table_schema = 'public'")) {
        put(
            "table " + table,
            String.join("\n", column(statement, "select t::text from " + table + " t")));
      }
      printed(statement);
    }
  }

  /** What actions printed, as it is once it is no longer compressed. */
  private void printed(Statement statement) throws SQLException {
    StringBuilder plain = new StringBuilder();
    try (ResultSet rows = statement.executeQuery("select bytes from action_log_chunks");
        Inflater inflater = new Inflater(true)) {
      byte[] buffer = new byte[1 << 20];
      while (rows.next()) {
        inflater.reset();
        inflater.setInput(rows.getBytes(1));
        plain.append(new String(buffer, 0, inflater.inflate(buffer), StandardCharsets.UTF_8));
      }
    } catch (DataFormatException damaged) {
      throw new SQLException(damaged);
    }
    assertThat(plain.toString()).as("what actions printed is kept").isNotEmpty();
    put("what actions printed", plain.toString());
  }

  /** The files below a folder that hold a value: logs, and whatever PostgreSQL wrote and left. */
  static List<Path> filesWith(Path below, String value) throws IOException {
    List<Path> with = new ArrayList<>();
    try (Stream<Path> found = Files.walk(below)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(value)) {
          with.add(file);
        }
      }
    }
    return with;
  }

  private static List<String> column(Statement statement, String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  /** Nothing of what was found holds a value. */
  void assertWithout(String value) {
    texts.forEach((where, text) -> assertThat(text).as(where).doesNotContain(value));
  }

  /** Every GET that the API documents, and what it serves besides. */
  void gets(String run, int steps) throws IOException, InterruptedException {
    JsonNode documented = Json.parse(get("/v3/api-docs")).path("paths");
    muster
        .api()
        .post(
            ApiPath.of("clusters", "prod", "discoveries"),
            Json.object()
                .put("name", "hosts")
                .put("kind", "http")
                .put("location", "http://127.0.0.1:1/none"));
    muster
        .api()
        .post(
            ApiPath.of("policies"),
            "application/yaml",
            "{apiVersion: muster/v1, kind: Policy, metadata: {name: two-go}, spec: {type: deletion}}");
    muster
        .api()
        .post(ApiPath.of("clusters", "prod", "policies"), Json.object().put("policy", "two-go"));
    startLater();
    planNothing();
    JsonNode actions = muster.api().get(ApiPath.of("actions")).json().path("items");
    assertThat(actions).hasSize(steps);
    for (Map.Entry<String, JsonNode> path : documented.properties()) {
      // A stream of events has no end; the list has the same.
      if (path.getValue().has("get") && !path.getKey().equals("/v1/events/stream")) {
        String known =
            path.getKey()
                .replace("{cluster}", "prod")
                .replace("{node}", "n1")
                .replace("{discovery}", "hosts")
                .replace("{policy}", "two-go")
                .replace("{schedule}", "nightly")
                .replace("{receiver}", "alarm")
                .replace("{plan}", "nothing")
                .replace("{config}", "stable")
                .replace("{name}", "canary");
        List<String> ids =
            known.startsWith("/v1/actions/")
                ? actions.valueStream().map(one -> Json.text(one, "id")).toList()
                : List.of(run);
        for (String id : ids) {
          String whole = known.replace("{id}", id);
          put(whole, get(whole));
        }
      }
    }
    for (String other :
        List.of(
            "/actuator/health",
            "/actuator/prometheus",
            "/v3/api-docs",
            "/v1/audit?run=" + run,
            "/v1/events?derived=true&level=debug,info,warning,error")) {
      put(other, get(other));
    }
  }

  /** A schedule and a receiver, which start nothing meanwhile. */
  private void startLater() {
    for (String kind : List.of("schedules", "receivers")) {
      ObjectNode body = Json.object().put("node", "n1");
      body.putObject("action").put("kind", "test.ping");
      if (kind.equals("schedules")) {
        body.put("name", "nightly").put("every", "P1D");
      } else {
        body.put("name", "alarm");
      }
      muster.api().post(ApiPath.of("clusters", "prod", kind), body);
    }
  }

  /** A plan of Autopilot without commands, and an update configuration that no server answers. */
  private void planNothing() {
    String kind =
        "{apiVersion: autopilot.k0sproject.io/v1beta2, kind: %s, metadata: {name: %s}, spec: {%s}}";
    String daily =
        "updateServer: 'http://127.0.0.1:1', upgradeStrategy: {type: periodic, periodic: {startTime: '00:00', length: 24h}}";
    muster
        .api()
        .post(
            ApiPath.of("clusters", "prod", "autopilot", "plans"),
            "application/yaml",
            kind.formatted("Plan", "nothing", "id: id1, timestamp: now, commands: []"));
    muster
        .api()
        .post(
            ApiPath.of("clusters", "prod", "autopilot", "update-configs"),
            "application/yaml",
            kind.formatted("UpdateConfig", "stable", daily));
  }

  /** Histories and details of the workflows. */
  void temporal(String run) {
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
        put(
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
        put(
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

  String get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(muster.url() + path)), Optional.empty());
  }

  private String send(HttpRequest.Builder request, Optional<String> body)
      throws IOException, InterruptedException {
    body.ifPresent(text -> request.POST(HttpRequest.BodyPublishers.ofString(text)));
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }
}
