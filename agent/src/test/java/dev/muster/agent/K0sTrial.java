package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One k0s.update, as Muster sees it. */
final class K0sTrial {

  private K0sTrial() {}

  static String action(ObjectNode args) {
    return ArtifactScene.action("k0s.update", args);
  }

  /** Its outputs. */
  static JsonNode done(TestAgent agent, ObjectNode args) {
    UUID id = agent.caller().accepted(action(args));
    return Caller.payload(agent.caller().until(id, ActionState.DONE));
  }

  static ActionReport failed(TestAgent agent, ObjectNode args) {
    UUID id = agent.caller().accepted(action(args));
    return agent.caller().until(id, ActionState.FAILED);
  }

  static String message(ActionReport report) {
    return report.error().orElseThrow().message();
  }

  /** Follows the action until it is in this phase and says this. */
  static JsonNode until(Caller caller, UUID id, String phase, String detail) {
    long cursor = 0;
    long end = System.nanoTime() + 20_000_000_000L;
    while (true) {
      ActionReport report = caller.action(id);
      JsonNode payload = report.payload().orElse(WireFormat.JSON.createObjectNode());
      if (payload.path("phase").asString("").equals(phase)
          && payload.path("detail").asString("").contains(detail)) {
        assertThat(report.state().isFinal()).as("%s", report).isFalse();
        return payload;
      }
      assertThat(report.state().isFinal()).as("%s", report).isFalse();
      assertThat(System.nanoTime()).as("%s", report).isLessThan(end);
      cursor = caller.await(cursor, 1).cursor();
    }
  }

  /** As they follow each other in the log. */
  static List<String> phases(String log) {
    List<String> words =
        List.of("Downloading", "Cordoning", "ApplyingUpdate", "Restart", "UnCordoning");
    List<String> phases = new ArrayList<>();
    for (String line : log.lines().toList()) {
      for (String word : words) {
        boolean said = line.startsWith(word + ": ") || line.contains(" " + word + ": ");
        if (said && (phases.isEmpty() || !phases.getLast().equals(word))) {
          phases.add(word);
        }
      }
    }
    return phases;
  }
}
