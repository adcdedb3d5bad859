package dev.muster.activities.fake.sdk;

import dev.muster.activities.fake.sdk.StandInRecord.Phase;
import dev.muster.activities.fake.sdk.StandInRecord.State;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The API of the first generation, with its actions switched on. */
final class StandInFirst implements StandInApi {

  private static final int CAP = 100;
  private static final String SCHEDULE = "POST /actions/schedule/";
  private static final String RECORD = "GET /actions/info/";

  /** Headers of HTTP itself are none of the action's. */
  private static final Set<String> NOT_KEPT =
      Set.of("accept", "accept-encoding", "content-length", "content-type", "host", "user-agent");

  private final StandInStore store;
  private final StandInNode node;

  StandInFirst(StandInStore store, StandInNode node) {
    this.store = store;
    this.node = node;
  }

  @Override
  public Answer answer(Request request) {
    String routed = request.method() + " " + request.path();
    if (routed.startsWith(SCHEDULE)) {
      return schedule(routed.substring(SCHEDULE.length()), request);
    }
    if (routed.startsWith(RECORD)) {
      return store
          .get(UUID.fromString(routed.substring(RECORD.length())))
          .map(record -> Answer.json(200, shown(record)))
          .orElseGet(() -> Answer.empty(404));
    }
    return switch (routed) {
      case "GET /actions/queue" -> list(store.queue(CAP));
      case "GET /actions/finished" -> list(store.finished(CAP, true));
      case "GET /actions/available" -> available();
      case "GET /info/agent" -> Answer.json(200, agent());
      case "GET /info/datastore" ->
          node.hasStore()
              ? Answer.json(200, datastore())
              : error(500, "could not connect to the datastore", "DatastoreDown");
      default -> Answer.empty(404);
    };
  }

  private Answer schedule(String kind, Request request) {
    if (!StandInExecutor.KINDS.contains(kind)) {
      return error(
          400, "actions with kind %s are not available".formatted(kind), "ActionNotAvailable");
    }
    JsonNode json;
    try {
      json = StandInRecord.JSON.readTree(request.body());
    } catch (JacksonException e) {
      return Answer.text(400, "Json deserialize error: " + e.getOriginalMessage());
    }
    JsonNode args = json.path("args");
    if (args.has("target") && !args.path("target").isNumber()) {
      return Answer.json(
          400,
          StandInRecord.JSON
              .createObjectNode()
              .put("error", "invalid action arguments: target is no number")
              .put("kind", "InvalidArgs"));
    }
    UUID id =
        json.path("action_id").stringValueOpt().map(UUID::fromString).orElseGet(UUID::randomUUID);
    ObjectNode headers = StandInRecord.JSON.createObjectNode();
    request
        .headers()
        .forEach((name, value) -> {
          if (!NOT_KEPT.contains(name)) {
            headers.put(name, value);
          }
        });
    StandInRecord record =
        new StandInRecord(
            id,
            kind,
            json.has("args") ? args : StandInRecord.NOTHING,
            headers,
            seconds(json.path("created_ts").stringValueOpt().map(Instant::parse)),
            StandInRecord.now().truncatedTo(ChronoUnit.SECONDS),
            Optional.empty(),
            new State(Phase.NEW, StandInRecord.NOTHING, StandInRecord.NOTHING));
    return store.insert(record)
        ? Answer.json(200, StandInRecord.JSON.createObjectNode().put("id", id.toString()))
        : error(409, "action with id %s already exists".formatted(id), "ActionAlreadyExists");
  }

  private static String seconds(Optional<Instant> at) {
    return at.orElseGet(StandInRecord::now).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** A failure is the payload, over what was there before. */
  private static ObjectNode shown(StandInRecord record) {
    ObjectNode body = StandInRecord.JSON.createObjectNode();
    ObjectNode action = body.putObject("action");
    action.set("args", record.args());
    action.put("created_ts", record.created());
    action.put("finished_ts", record.finished().map(at -> seconds(Optional.of(at))).orElse(null));
    action.set("headers", record.metadata());
    action.put("id", record.id().toString());
    action.put("kind", record.kind());
    action.put("requester", "CORE_API");
    action.put("scheduled_ts", record.scheduled().toString());
    action.put("state", record.state().phase().name());
    boolean failed = record.state().phase() == Phase.FAILED;
    action.set("state_payload", failed ? record.state().error() : record.state().payload());
    body.putArray("history");
    return body;
  }

  private static Answer list(List<StandInRecord> records) {
    ArrayNode items = StandInRecord.JSON.createArrayNode();
    for (StandInRecord record : records) {
      items
          .addObject()
          .put("id", record.id().toString())
          .put("kind", record.kind())
          .put("state", record.state().phase().name());
    }
    return Answer.json(200, items);
  }

  private static Answer available() {
    ArrayNode kinds = StandInRecord.JSON.createArrayNode();
    StandInExecutor.KINDS.forEach(
        kind -> kinds.addObject().put("kind", kind).put("description", "of the stand-in"));
    return Answer.json(200, kinds);
  }

  private static ObjectNode agent() {
    ObjectNode agent = StandInRecord.JSON.createObjectNode();
    agent.putObject("version").put("checkout", "0").put("number", "0.5.0").put("taint", "stand-in");
    return agent;
  }

  private ObjectNode datastore() {
    return StandInRecord.JSON
        .createObjectNode()
        .put("cluster_id", "stand-in")
        .put("kind", "Stand-in")
        .put("node_id", node.id())
        .put("version", "1.2.3");
  }

  private static Answer error(int status, String text, String variant) {
    ObjectNode body = StandInRecord.JSON.createObjectNode().put("error", text);
    body.putArray("layers").add(text);
    body.putNull("trace");
    return Answer.json(status, body.put("variant", variant));
  }
}
