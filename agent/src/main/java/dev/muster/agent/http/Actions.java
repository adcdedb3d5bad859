package dev.muster.agent.http;

import dev.muster.agent.engine.Engine;
import dev.muster.agent.engine.SignalAnswer;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.protocol.SignalRequest.Signal;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** {@code GET /v1/actions/ID} and {@code POST /v1/actions/ID/signal}. */
final class Actions {

  private static final int ID = 2;

  private final ActionStore store;
  private final Engine engine;

  Actions(ActionStore store, Engine engine) {
    this.store = store;
    this.engine = engine;
  }

  void show(Call call) throws IOException {
    UUID id = call.id(ID);
    StoredAction action =
        store.find(id).orElseThrow(() -> ProblemException.unknownAction(id.toString()));
    call.answer(200, action.report(Optional.of(store.steps(action))));
  }

  void signal(Call call) throws IOException, InterruptedException {
    UUID id = call.id(ID);
    Signal signal = parse(call.json());
    switch (engine.signal(id, signal)) {
      case SignalAnswer.Taken taken -> call.answer(202, Map.of("signal", signal));
      case SignalAnswer.Ignored ignored -> throw ProblemException.signalIgnored(ignored.reason());
      case SignalAnswer.NotNow later ->
          throw ProblemException.signalIgnored("it begins or ends at this moment: send it again");
      case SignalAnswer.Unknown unknown -> throw ProblemException.unknownAction(id.toString());
    }
  }

  private static Signal parse(JsonNode body) {
    String text = body.isObject() ? body.path("signal").asString("") : "";
    return Arrays.stream(Signal.values())
        .filter(signal -> signal.name().equals(text))
        .findFirst()
        .orElseThrow(() ->
            ProblemException.badRequest(
                "signal: '%s' (expected: CANCEL, SUSPEND or RESUME, as in {\"signal\": \"CANCEL\"})"
                    .formatted(Call.shortened(text))));
  }
}
