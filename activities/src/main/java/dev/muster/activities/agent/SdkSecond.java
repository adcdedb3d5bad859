package dev.muster.activities.agent;

import dev.muster.activities.agent.SdkRequests.Found;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.protocol.WireFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The second generation of the SDK. */
final class SdkSecond implements SdkDialect {

  private record Health(NodeStatus status, Optional<String> reason) {}

  @Override
  public AgentAnswer<AgentInfo> info(SdkRequests requests) {
    return requests
        .get(path("/info/node"))
        .then(node -> {
          Health health = health(node.path("node_status"));
          return health.status() == NodeStatus.UP
              ? requests
                  .ask(path("/info/store"))
                  .then(store -> new AgentAnswer.Answered<>(withStore(node, store)))
              : new AgentAnswer.Answered<>(info(node, health, Map.of()));
        });
  }

  @Override
  public String recordPath(UUID id) {
    return path("/action/" + id);
  }

  @Override
  public JsonNode items(JsonNode list) {
    return list.path("actions");
  }

  @Override
  public ActionReport record(JsonNode answer) {
    JsonNode state = answer.path("state");
    return SdkJson.record(
        answer,
        new SdkJson.Fields(
            "created_time", "scheduled_time", "finished_time", "metadata", state.path("phase")),
        SdkJson.object("payload", state.path("payload")),
        SdkJson.failure(state.path("error")));
  }

  @Override
  public Submission submission(ActionSubmission action) {
    ObjectNode body = WireFormat.JSON.createObjectNode();
    action.id().ifPresent(id -> body.put("id", id.toString()));
    body.put("kind", action.kind());
    body.set("args", action.args());
    action.createdAt().ifPresent(at -> body.put("created_time", at.toString()));
    ObjectNode metadata = body.putObject("metadata");
    action.metadata().forEach(metadata::put);
    return new Submission(path("/action"), Map.of(), body);
  }

  /** A node that is well, but whose store does not tell how it is, cannot be relied on. */
  private static AgentInfo withStore(JsonNode node, Found store) {
    return switch (store) {
      case Found.There(JsonNode json) ->
          info(
              node,
              new Health(NodeStatus.UP, Optional.empty()),
              SdkJson.texts(json.path("attributes")));
      case Found.Not(int status, String reason) ->
          info(
              node,
              new Health(
                  NodeStatus.NODE_DOWN,
                  Optional.of("no information about the store (%d): %s".formatted(status, reason))),
              Map.of());
    };
  }

  private static Health health(JsonNode status) {
    Optional<String> unknown = SdkJson.optionalText(status, "UNKNOWN");
    if (unknown.isPresent()) {
      return new Health(NodeStatus.UNHEALTHY, Optional.of("unknown: " + unknown.get()));
    }
    String word = status.stringValueOpt().orElse("");
    return switch (word) {
      case "HEALTHY" -> new Health(NodeStatus.UP, Optional.empty());
      case "UNAVAILABLE" ->
          new Health(NodeStatus.NODE_DOWN, Optional.of("the store is not available"));
      case "NOT_IN_CLUSTER", "JOINING_CLUSTER", "LEAVING_CLUSTER", "UNHEALTHY" ->
          new Health(
              NodeStatus.UNHEALTHY,
              Optional.of("the node is " + word.toLowerCase(Locale.ROOT).replace('_', ' ')));
      default -> throw new SdkJson.Malformed("the answer has no 'node_status' that is known");
    };
  }

  private static AgentInfo info(JsonNode node, Health health, Map<String, String> ofStore) {
    String id = SdkJson.text(node, "node_id");
    Map<String, String> attributes = new TreeMap<>(ofStore);
    attributes.putAll(SdkJson.texts(node.path("attributes")));
    SdkJson.optionalText(node, "store_id").ifPresent(store -> attributes.put("store", store));
    SdkJson.optionalText(node.path("store_version"), "number")
        .ifPresent(version -> attributes.put("store.version", version));
    return new AgentInfo(
        id,
        SdkJson.optionalText(node.path("agent_version"), "number").orElse(""),
        epoch(id),
        "",
        health.status(),
        health.reason(),
        attributes,
        List.of(),
        Optional.empty());
  }

  /** The protocol has none: that an agent lost its store is seen by what it no longer knows. */
  static UUID epoch(String node) {
    return UUID.nameUUIDFromBytes(("replicante/" + node).getBytes(StandardCharsets.UTF_8));
  }
}
