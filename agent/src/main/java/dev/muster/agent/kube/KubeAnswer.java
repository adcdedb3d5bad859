package dev.muster.agent.kube;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What came of one question to a Kubernetes API. */
sealed interface KubeAnswer {

  /** It was answered. */
  record Ok(JsonNode body) implements KubeAnswer {}

  /**
   * It was refused.
   *
   * @param message the API's own
   * @param body a Status, if it is one of the API's
   */
  record Refused(int code, String message, JsonNode body) implements KubeAnswer {

    /** In more detail, where the API gives any: which budget, and how many it needs. */
    String detail() {
      List<String> causes = new ArrayList<>();
      for (JsonNode cause : body.path("details").path("causes")) {
        causes.add(cause.path("message").asString(""));
      }
      String detail = String.join("; ", causes);
      return detail.isBlank() ? message : detail;
    }

    /** Whether the API gives this as a reason. */
    boolean has(String reason) {
      for (JsonNode cause : body.path("details").path("causes")) {
        if (cause.path("reason").asString("").equals(reason)) {
          return true;
        }
      }
      return false;
    }

    /** Whether the same question may be answered otherwise soon. */
    boolean isPassing() {
      return code >= 500 || code == 429 || code == 408;
    }
  }

  /** Nobody answered. */
  record Unreachable(String why) implements KubeAnswer {}
}
