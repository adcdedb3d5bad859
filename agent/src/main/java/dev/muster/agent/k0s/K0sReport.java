package dev.muster.agent.k0s;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Outcome;
import dev.muster.domain.protocol.WireFormat;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Says how far an update is: the action's payload while it runs, and a line of its log. */
final class K0sReport {

  private final Execution execution;
  private K0sPhase phase = K0sPhase.DOWNLOADING;
  private String before = "";

  K0sReport(Execution execution) {
    this.execution = execution;
  }

  /** A phase begins. Returns when that is stored. */
  void begins(K0sPhase next, String detail) {
    phase = next;
    before = "";
    detail(detail);
  }

  /** Within a phase; what is not new is not stored again. */
  void detail(String detail) {
    if (!detail.equals(before)) {
      before = detail;
      execution.say("%s: %s".formatted(phase.word(), detail));
      execution.progress(payload(phase, detail));
    }
  }

  /** What a download says of itself. */
  void bytes(JsonNode download) {
    long bytes = download.path("bytes").asLong(0);
    String detail =
        download.has("of")
            ? "%d of %d bytes are there".formatted(bytes, download.path("of").asLong(0))
            : "%d bytes are there".formatted(bytes);
    execution.progress(payload(phase, detail).setAll(payloadOf(download)));
  }

  /** The update failed in this phase. */
  Outcome failed(K0sPhase in, String why) {
    return Outcome.failed("%s: %s".formatted(in.word(), why)).with(payload(in, why));
  }

  private static ObjectNode payloadOf(JsonNode download) {
    ObjectNode numbers = WireFormat.JSON.createObjectNode();
    numbers.put("bytes", download.path("bytes").asLong(0));
    if (download.has("of")) {
      numbers.put("of", download.path("of").asLong(0));
    }
    return numbers;
  }

  private static ObjectNode payload(K0sPhase phase, String detail) {
    return WireFormat.JSON.createObjectNode().put("phase", phase.word()).put("detail", detail);
  }
}
