package dev.muster.domain.core;

import dev.muster.domain.shown.Shortened;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a server answered.
 *
 * @param body as text; not more of it than {@link #LONGEST_BODY}
 * @param retryAfter seconds that the server asks to wait; 0 if it asks for none
 */
public record HttpAnswer(int status, String body, long retryAfter) {

  /** Bytes of an answer that are read; a longer one is no answer. */
  public static final int LONGEST_BODY = 64 * 1024;

  /** Characters of an answer that is shown as it came. */
  private static final int SHOWN = 4_000;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /** The body, if it is JSON; missing if it is none. */
  JsonNode json() {
    try {
      JsonNode json = JsonMapper.shared().readTree(body);
      return json == null ? JSON.missingNode() : json;
    } catch (JacksonException notJson) {
      return JSON.missingNode();
    }
  }

  /** What later steps see of it: the status, and the body as {@code json} or as {@code text}. */
  ObjectNode outputs() {
    ObjectNode outputs = JSON.objectNode().put("status", status);
    JsonNode json = json();
    if (!json.isMissingNode()) {
      outputs.set("json", json);
    } else if (!body.isEmpty()) {
      outputs.put("text", Shortened.to(SHOWN, body));
    }
    return outputs;
  }

  /** What people see of one that is not as it should be: the status and the body as it came. */
  ObjectNode asItCame() {
    return JSON.objectNode().put("status", status).put("body", Shortened.to(SHOWN, body));
  }
}
