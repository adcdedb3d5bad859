package dev.muster.activities.fuzz;

import dev.muster.activities.fuzz.HeldWork.Ended;
import dev.muster.activities.fuzz.HeldWork.Held;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The valid answers of an agent's protocol. */
interface Speech {

  /** A request, with its path below the agent's address. */
  // The array is never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Asked(String method, String path, byte[] body) {

    JsonNode json() {
      return WireFormat.JSON.readTree(body);
    }
  }

  /** A valid answer, of which only the JSON is damaged. */
  record Answer(String status, String json) {

    static Answer ok(Object json) {
      return new Answer("200 OK", WireFormat.JSON.writeValueAsString(json));
    }

    static Answer not(String status) {
      return new Answer(status, "{\"error\":true,\"error_msg\":\"no\",\"title\":\"no\"}");
    }
  }

  Answer answer(Asked asked, HeldWork held);

  /** {@code muster-agent/v1}. */
  record Own(String node, UUID epoch) implements Speech {

    @Override
    public Answer answer(Asked asked, HeldWork held) {
      if (asked.path().endsWith("/signal")) {
        held.cancel(UUID.fromString(asked.path().split("/", -1)[3]));
        return new Answer("202 Accepted", "{}");
      }
      if (asked.path().contains("/log")) {
        return Answer.ok("some text that was printed");
      }
      return asked.method().equals("POST") ? submitted(asked.json(), held) : snapshot(held);
    }

    private static Answer submitted(JsonNode submissions, HeldWork held) {
      List<JsonNode> answers =
          submissions
              .valueStream()
              .<JsonNode>map(one -> {
                UUID id = UUID.fromString(one.path("id").asString());
                return WireFormat.JSON
                    .createObjectNode()
                    .put("id", id.toString())
                    .put("result", held.take(id, one) ? "duplicate" : "accepted");
              })
              .toList();
      return Answer.ok(answers);
    }

    private Answer snapshot(HeldWork held) {
      ObjectNode root = WireFormat.JSON.createObjectNode();
      ObjectNode info = root.putObject("info");
      info.put("nodeId", node).put("agentVersion", "1").put("epoch", epoch.toString());
      info.put("platform", "linux-amd64").put("status", "UP");
      info.putObject("attributes").put("rack", "r1");
      info.putArray("kinds").add("test.success");
      info.putArray("sensitive").add("password");
      root.put("cursor", 7).put("completeSince", 0);
      List<ObjectNode> actions = held.each(Own::action, Ended.NO);
      actions.addAll(held.each(Own::action, Ended.YES));
      root.putArray("actions").addAll(actions);
      return Answer.ok(root);
    }

    private static ObjectNode action(UUID id, Held held) {
      ObjectNode action = WireFormat.JSON.createObjectNode();
      action.put("id", id.toString()).put("kind", held.kind());
      action.set("args", held.given("args"));
      action.set("metadata", held.given("metadata"));
      String at = held.at().toString();
      action.put("createdAt", held.submitted().path("createdAt").asString(at));
      action.put("receivedAt", at).put("startedAt", at);
      action.put("state", held.state().name()).put("origin", "core");
      if (held.state().isFinal()) {
        action.put("finishedAt", at).put("exitCode", 0).put("logBytes", 12);
        action.putObject("payload").put("text", "hello");
        action.putObject("error").put("message", "why").putArray("causes").add("because");
      }
      return action;
    }
  }

  /** {@code replicante/v0}. */
  record OfSdk(String node) implements Speech {

    private static final String PREFIX = "/api/unstable";

    @Override
    public Answer answer(Asked asked, HeldWork held) {
      String path = asked.path().substring(PREFIX.length());
      return switch (path) {
        case "/info/node" -> info();
        case "/info/store" ->
            new Answer("200 OK", "{\"cluster_id\":\"c\",\"attributes\":{\"a\":1,\"b\":\"c\"}}");
        case "/actions/queue" -> list(held, Ended.NO);
        case "/actions/finished" -> list(held, Ended.YES);
        case "/action" -> submitted(asked.json(), held);
        default -> {
          UUID id = UUID.fromString(path.substring(path.lastIndexOf('/') + 1));
          yield held.find(id)
              .map(one -> Answer.ok(record(id, one)))
              .orElse(Answer.not("404 Not Found"));
        }
      };
    }

    private Answer info() {
      ObjectNode info = WireFormat.JSON.createObjectNode();
      info.put("node_id", node).put("node_status", "HEALTHY").put("store_id", "s");
      info.putObject("agent_version").put("number", "1.2");
      info.putObject("store_version").put("number", "7");
      info.putObject("attributes").put("rack", "r1");
      return Answer.ok(info);
    }

    private static Answer submitted(JsonNode body, HeldWork held) {
      UUID id = UUID.fromString(body.path("id").asString());
      return held.take(id, body)
          ? Answer.not("409 Conflict")
          : new Answer("200 OK", "{\"id\":\"%s\"}".formatted(id));
    }

    private static Answer list(HeldWork held, Ended ended) {
      ObjectNode root = WireFormat.JSON.createObjectNode();
      root.putArray("actions")
          .addAll(
              held.each(
                  (id, one) ->
                      WireFormat.JSON
                          .createObjectNode()
                          .put("id", id.toString())
                          .put("kind", one.kind())
                          .put("phase", one.state().name()),
                  ended));
      return Answer.ok(root);
    }

    private static ObjectNode record(UUID id, Held held) {
      ObjectNode record = WireFormat.JSON.createObjectNode();
      String at = held.at().toString();
      record.put("id", id.toString()).put("kind", held.kind());
      record.set("args", held.given("args"));
      record.set("metadata", held.given("metadata"));
      record.put("created_time", held.submitted().path("created_time").asString(at));
      record.put("scheduled_time", at).put("finished_time", held.state().isFinal() ? at : null);
      ObjectNode state = record.putObject("state").put("phase", held.state().name());
      state.putObject("payload").put("count", 3);
      state.putNull("error");
      return record;
    }
  }
}
