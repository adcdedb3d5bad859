package dev.muster.activities.agent;

import dev.muster.activities.agent.SdkRequests.Found;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The first generation of the SDK. What is known of an action goes in headers of the request. */
final class SdkFirst implements SdkDialect {

  @Override
  public AgentAnswer<AgentInfo> info(SdkRequests requests) {
    return requests
        .get(path("/info/agent"))
        .then(agent ->
            requests
                .ask(path("/info/datastore"))
                .then(store ->
                    kinds(requests)
                        .then(kinds ->
                            new AgentAnswer.Answered<>(
                                info(requests.agent(), agent, store, kinds)))));
  }

  @Override
  public String recordPath(UUID id) {
    return path("/actions/info/" + id);
  }

  @Override
  public JsonNode items(JsonNode list) {
    return list;
  }

  @Override
  public ActionReport record(JsonNode answer) {
    JsonNode record = answer.path("action");
    JsonNode state = record.path("state");
    boolean failed = state.stringValueOpt().filter("FAILED"::equals).isPresent();
    JsonNode payload = record.path("state_payload");
    Optional<Failure> failure = failed ? SdkJson.failure(payload) : Optional.empty();
    return SdkJson.record(
        record,
        new SdkJson.Fields("created_ts", "scheduled_ts", "finished_ts", "headers", state),
        SdkJson.object("payload", payload),
        failure);
  }

  @Override
  public Submission submission(ActionSubmission action) {
    ObjectNode body = WireFormat.JSON.createObjectNode();
    action.id().ifPresent(id -> body.put("action_id", id.toString()));
    body.set("args", action.args());
    action.createdAt().ifPresent(at -> body.put("created_ts", at.toString()));
    body.put("requester", "CORE_API");
    Map<String, String> headers = new TreeMap<>();
    action
        .metadata()
        .forEach((name, value) -> {
          if (isHeader(name, value)) {
            headers.put(name.toLowerCase(Locale.ROOT), value);
          }
        });
    return new Submission(path("/actions/schedule/" + action.kind()), headers, body);
  }

  private static boolean isHeader(String name, String value) {
    return name.matches("[A-Za-z0-9-]{1,100}") && value.matches("[ -~]{0,1000}");
  }

  /** None where the actions are switched off, as they are without mutual TLS. */
  private AgentAnswer<List<String>> kinds(SdkRequests requests) {
    return requests
        .ask(path("/actions/available"))
        .then(found ->
            switch (found) {
              case Found.There(JsonNode list) ->
                  new AgentAnswer.Answered<>(
                      list.valueStream()
                          .flatMap(one -> SdkJson.optionalText(one, "kind").stream())
                          .sorted()
                          .toList());
              case Found.Not(int status, String reason) ->
                  requests.garbage(
                      "the agent has no actions (%d): those of the first generation serve them only with mutual TLS"
                          .formatted(status));
            });
  }

  /** Who the node is, is known by its store alone; while that is away the address is believed. */
  private static AgentInfo info(
      AgentEndpoint endpoint, JsonNode agent, Found store, List<String> kinds) {
    Map<String, String> attributes = new TreeMap<>();
    String id = endpoint.node().value();
    NodeStatus status = NodeStatus.UP;
    Optional<String> reason = Optional.empty();
    switch (store) {
      case Found.There(JsonNode json) -> {
        id = SdkJson.text(json, "node_id");
        SdkJson.optionalText(json, "kind").ifPresent(kind -> attributes.put("store", kind));
        SdkJson.optionalText(json, "version")
            .ifPresent(version -> attributes.put("store.version", version));
      }
      case Found.Not(int answered, String why) -> {
        status = NodeStatus.NODE_DOWN;
        reason = Optional.of("no information about the store (%d): %s".formatted(answered, why));
      }
    }
    return new AgentInfo(
        id,
        SdkJson.optionalText(agent.path("version"), "number").orElse(""),
        SdkSecond.epoch(endpoint.node().value()),
        "",
        status,
        reason,
        attributes,
        kinds,
        Optional.empty());
  }
}
