package dev.muster.domain.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.receiver.TriggerDecision.Outcome;
import dev.muster.domain.request.NewActionRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class TriggerDecisionTest {

  private static final NewActionRequest STORED = request(Map.of("argv", text("[\"df\"]")));

  @Test
  void whatIsSentIsNotLookedAtWhereNothingWasLeftOpen() {
    assertThat(decide(List.of(), Map.of("argv", text("[\"rm\"]"))))
        .isEqualTo(new Outcome.Asked(STORED));
  }

  @Test
  void whatWasLeftOpenIsAddedAndReplaces() {
    assertThat(decide(List.of("cwd"), Map.of("cwd", text("\"/var\""))))
        .isEqualTo(
            new Outcome.Asked(request(Map.of("argv", text("[\"df\"]"), "cwd", text("\"/var\"")))));
    assertThat(decide(List.of("argv"), Map.of("argv", text("[\"du\"]"))))
        .isEqualTo(new Outcome.Asked(request(Map.of("argv", text("[\"du\"]")))));
    assertThat(decide(List.of("cwd"), Map.of())).isEqualTo(new Outcome.Asked(STORED));
  }

  @Test
  void whatWasNotLeftOpenIsRefusedByName() {
    assertThat(decide(List.of("cwd"), Map.of("argv", text("[\"rm\"]"))))
        .isEqualTo(new Outcome.Refused("argv: not to be given (expected: nothing but cwd)"));
  }

  private static Outcome decide(List<String> parameters, Map<String, JsonNode> given) {
    return TriggerDecision.decide(STORED, new TreeSet<>(parameters), given);
  }

  private static NewActionRequest request(Map<String, JsonNode> args) {
    return new NewActionRequest(
        Optional.empty(),
        new ActionKind("exec.command"),
        Optional.of(args),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static JsonNode text(String json) {
    return WireFormat.JSON.readTree(json);
  }
}
