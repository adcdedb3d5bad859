package dev.muster.agent.http;

import dev.muster.agent.engine.AgentEngine;
import dev.muster.agent.engine.SignalEffect;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.action.Signal;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** {@code GET /v1/actions/ID} and {@code POST /v1/actions/ID/signal}. */
final class ActionResource {

  private static final int ID = 2;

  private final ActionStore store;
  private final AgentEngine engine;

  ActionResource(ActionStore store, AgentEngine engine) {
    this.store = store;
    this.engine = engine;
  }

  void show(Call call) throws IOException {
    UUID id = call.id(ID);
    StoredAction action =
        store.find(id).orElseThrow(() -> RequestProblem.unknownAction(id.toString()));
    call.answer(200, action.report(Optional.of(store.steps(action))));
  }

  void signal(Call call) throws IOException, InterruptedException {
    UUID id = call.id(ID);
    Signal signal = parse(call.json());
    switch (engine.signal(id, signal)) {
      case SignalEffect.Taken taken -> call.answer(202, Map.of("signal", signal));
      case SignalEffect.Ignored ignored -> throw RequestProblem.signalIgnored(ignored.reason());
      case SignalEffect.NotNow later ->
          throw RequestProblem.signalIgnored("it begins or ends at this moment: send it again");
      case SignalEffect.Unknown unknown -> throw RequestProblem.unknownAction(id.toString());
    }
  }

  private static Signal parse(JsonNode body) {
    String text = body.isObject() ? body.path("signal").asString("") : "";
    return Arrays.stream(Signal.values())
        .filter(signal -> signal.name().equals(text))
        .findFirst()
        .orElseThrow(() ->
            RequestProblem.badRequest(
                "signal: '%s' (expected: CANCEL, SUSPEND or RESUME, as in {\"signal\": \"CANCEL\"})"
                    .formatted(Call.shortened(text))));
  }
}
