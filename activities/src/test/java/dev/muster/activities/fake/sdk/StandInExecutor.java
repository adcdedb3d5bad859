package dev.muster.activities.fake.sdk;

import dev.muster.activities.fake.sdk.StandInRecord.Phase;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Executes one step of one action at a time, with the SDK's kinds for tests. */
final class StandInExecutor {

  private static final String PREFIX = "agent.replicante.io/test.";

  /** What is registered, sorted. */
  static final List<String> KINDS = List.of(PREFIX + "fail", PREFIX + "loop", PREFIX + "success");

  private final StandInStore store;

  StandInExecutor(StandInStore store) {
    this.store = store;
  }

  /** Invokes what is next, if anything is. */
  void step() {
    Optional<StandInRecord> next = store.next();
    next.map(StandInExecutor::invoke)
        .filter(after -> !after.equals(next.get()))
        .ifPresent(store::update);
  }

  private static StandInRecord invoke(StandInRecord action) {
    JsonNode payload = action.state().payload();
    JsonNode error = action.state().error();
    return switch (action.kind()) {
      case PREFIX + "success" -> action.become(Phase.DONE, error, payload);
      case PREFIX + "fail" ->
          action.become(Phase.FAILED, failure("Test action failed as expected"), payload);
      case PREFIX + "loop" -> loop(action);
      default ->
          action.become(
              Phase.FAILED,
              failure("metadata for action %s not found".formatted(action.kind())),
              payload);
    };
  }

  private static StandInRecord loop(StandInRecord action) {
    JsonNode payload = action.state().payload();
    JsonNode from = payload.isObject() ? payload : action.args();
    long target = from.path("target").asLong(10);
    long count = payload.path("count").asLong(0) + 1;
    ObjectNode next = StandInRecord.JSON.createObjectNode();
    next.put("count", count).put("target", target);
    Phase phase = count >= target ? Phase.DONE : Phase.RUNNING;
    return action.become(phase, action.state().error(), next);
  }

  private static JsonNode failure(String text) {
    return StandInRecord.JSON.createObjectNode().put("error_msg", text);
  }
}
