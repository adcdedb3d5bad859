package dev.muster.activities.agent;

import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.AgentInfo;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** In what the two generations of the SDK differ on the wire. */
sealed interface SdkDialect permits SdkFirst, SdkSecond {

  /** How to submit an action. */
  record Submission(String path, Map<String, String> headers, JsonNode body) {}

  /** The agent and its node; says why if the answers are not of such an agent. */
  AgentAnswer<AgentInfo> info(SdkRequests requests);

  /** A path of the API. */
  default String path(String of) {
    return "/api/unstable" + of;
  }

  /** Where the record of an action is. */
  String recordPath(UUID id);

  /**
   * The items of a list.
   *
   * @throws SdkJson.Malformed if it is none
   */
  JsonNode items(JsonNode list);

  /**
   * A record.
   *
   * @throws SdkJson.Malformed if it is none
   */
  ActionReport record(JsonNode answer);

  Submission submission(ActionSubmission action);
}
