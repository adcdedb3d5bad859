package dev.muster.activities.fake.sdk;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An action as the SDK stores it. Null of JSON stands for what is not there. */
record StandInRecord(
    UUID id,
    String kind,
    JsonNode args,
    JsonNode metadata,
    String created,
    Instant scheduled,
    Optional<Instant> finished,
    State state) {

  /** Where it stands, and what its implementation keeps. */
  record State(Phase phase, JsonNode error, JsonNode payload) {}

  /** The SDK's phases. */
  enum Phase {
    NEW,
    RUNNING,
    DONE,
    FAILED;

    boolean isFinal() {
      return this == DONE || this == FAILED;
    }
  }

  static final JsonMapper JSON = JsonMapper.builder().build();
  static final JsonNode NOTHING = JsonNodeFactory.instance.nullNode();

  StandInRecord become(Phase phase, JsonNode error, JsonNode payload) {
    Optional<Instant> ended = phase.isFinal() ? Optional.of(now()) : finished;
    State next = new State(phase, error, payload);
    return new StandInRecord(id, kind, args, metadata, created, scheduled, ended, next);
  }

  /** As exact as seconds in a column of floating-point numbers are. */
  static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  /** The record as the second generation shows it, and as it is kept. */
  ObjectNode toJson() {
    ObjectNode json = JSON.createObjectNode();
    json.set("args", args);
    json.put("created_time", created);
    json.put("finished_time", finished.map(Instant::toString).orElse(null));
    json.put("id", id.toString());
    json.put("kind", kind);
    json.set("metadata", metadata);
    json.put("scheduled_time", scheduled.toString());
    ObjectNode of = json.putObject("state");
    of.set("error", state.error());
    of.set("payload", state.payload());
    of.put("phase", state.phase().name());
    return json;
  }

  static StandInRecord ofJson(JsonNode json) {
    JsonNode state = json.path("state");
    return new StandInRecord(
        UUID.fromString(json.path("id").stringValue()),
        json.path("kind").stringValue(),
        json.path("args"),
        json.path("metadata"),
        json.path("created_time").stringValue(),
        Instant.parse(json.path("scheduled_time").stringValue()),
        json.path("finished_time").stringValueOpt().map(Instant::parse),
        new State(
            Phase.valueOf(state.path("phase").stringValue()),
            state.path("error"),
            state.path("payload")));
  }
}
