package dev.muster.activities.fake.sdk;

import dev.muster.activities.fake.sdk.StandInRecord.Phase;
import dev.muster.activities.fake.sdk.StandInRecord.State;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The API of the second generation. */
final class StandInSecond implements StandInApi {

  private static final int CAP = 50;
  private static final int LARGEST_BODY = 2 << 20;

  private final StandInStore store;
  private final StandInNode node;

  StandInSecond(StandInStore store, StandInNode node) {
    this.store = store;
    this.node = node;
  }

  @Override
  public Answer answer(Request request) {
    String routed = request.method() + " " + request.path();
    return switch (routed) {
      case "POST /action" -> schedule(request.body());
      case "GET /actions/queue" -> list(store.queue(CAP));
      case "GET /actions/finished" -> list(store.finished(CAP, false));
      case "GET /info/node" -> Answer.json(200, info());
      case "GET /info/store" -> extras();
      default ->
          routed.startsWith("GET /action/")
              ? lookup(request.path().substring("/action/".length()))
              : Answer.empty(404);
    };
  }

  private Answer schedule(byte[] body) {
    if (body.length > LARGEST_BODY) {
      return Answer.text(413, "JSON payload has exceeded limit");
    }
    JsonNode json;
    try {
      json = StandInRecord.JSON.readTree(body);
    } catch (JacksonException e) {
      return Answer.text(400, "Json deserialize error: " + e.getOriginalMessage());
    }
    Optional<String> kind = json.path("kind").stringValueOpt();
    if (kind.isEmpty()) {
      return Answer.text(400, "Json deserialize error: missing field `kind`");
    }
    if (!StandInExecutor.KINDS.contains(kind.get())) {
      return error(400, "metadata for action %s not found".formatted(kind.get()));
    }
    try {
      return schedule(kind.get(), json);
    } catch (DateTimeException | IllegalArgumentException e) {
      return Answer.text(400, "Json deserialize error: " + e.getMessage());
    }
  }

  private Answer schedule(String kind, JsonNode json) {
    Optional<String> created = json.path("created_time").stringValueOpt();
    boolean utc =
        created
            .map(text -> OffsetDateTime.parse(text).getOffset().equals(ZoneOffset.UTC))
            .orElse(true);
    if (!utc) {
      return error(400, "The provided created_time MUST be in UTC");
    }
    UUID id = json.path("id").stringValueOpt().map(UUID::fromString).orElseGet(UUID::randomUUID);
    JsonNode metadata = json.path("metadata");
    StandInRecord record =
        new StandInRecord(
            id,
            kind,
            json.has("args") ? json.path("args") : StandInRecord.NOTHING,
            metadata.isObject() ? metadata : StandInRecord.JSON.createObjectNode(),
            created.orElseGet(() -> StandInRecord.now().toString()),
            StandInRecord.now(),
            Optional.empty(),
            new State(Phase.NEW, StandInRecord.NOTHING, StandInRecord.NOTHING));
    return store.insert(record)
        ? Answer.json(200, StandInRecord.JSON.createObjectNode().put("id", id.toString()))
        : error(409, "The action ID is already used by another action");
  }

  private Answer lookup(String id) {
    try {
      return store
          .get(UUID.fromString(id))
          .map(record -> Answer.json(200, record.toJson()))
          .orElseGet(() -> Answer.empty(404));
    } catch (IllegalArgumentException e) {
      return Answer.empty(404);
    }
  }

  private static Answer list(List<StandInRecord> records) {
    ObjectNode body = StandInRecord.JSON.createObjectNode();
    ArrayNode items = body.putArray("actions");
    for (StandInRecord record : records) {
      items
          .addObject()
          .put("id", record.id().toString())
          .put("kind", record.kind())
          .put("phase", record.state().phase().name());
    }
    return Answer.json(200, body);
  }

  private ObjectNode info() {
    ObjectNode info = StandInRecord.JSON.createObjectNode();
    info.putObject("address").put("member", "localhost:27017");
    info.putObject("agent_version")
        .put("checkout", "0000000")
        .put("number", "0.1.0")
        .put("taint", "stand-in");
    info.putObject("attributes").put("stand-in", true).put("weight", 3).putNull("nothing");
    info.put("node_id", node.id());
    info.set("node_status", node.status());
    info.put("store_id", "stand.in");
    info.putObject("store_version").put("number", "1.2.3");
    return info;
  }

  private Answer extras() {
    if (!node.hasStore()) {
      return error(500, "the store does not answer");
    }
    ObjectNode extras = StandInRecord.JSON.createObjectNode().put("cluster_id", "stand-in");
    extras.putObject("attributes").put("cluster.size", 3);
    return Answer.json(200, extras);
  }

  private static Answer error(int status, String text) {
    return Answer.json(
        status, StandInRecord.JSON.createObjectNode().put("error", true).put("error_msg", text));
  }
}
