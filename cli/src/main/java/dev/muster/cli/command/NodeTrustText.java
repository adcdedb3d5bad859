package dev.muster.cli.command;

import dev.muster.cli.rest.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** By what Muster and a node's agent know each other, in a line. */
final class NodeTrustText {
  private NodeTrustText() {}

  /** Empty for a node without credentials of its own. */
  static String of(JsonNode trust, Session session) {
    if (trust.isMissingNode()) {
      return "";
    }
    List<String> parts = new ArrayList<>();
    parts.add(Json.text(trust, "state"));
    if (trust.has("revokedAt")) {
      parts.add(
          "%s by %s".formatted(session.ago(trust, "revokedAt"), Json.text(trust, "revokedBy")));
    } else if (Json.flag(trust, "token")) {
      parts.add("a token of its own, since " + session.ago(trust, "rotatedAt"));
    } else {
      parts.add("the shared token");
    }
    if (trust.has("rotationAskedAt")) {
      parts.add("to be exchanged, asked " + session.ago(trust, "rotationAskedAt"));
    }
    if (trust.has("rotationError")) {
      parts.add("not exchanged: " + Json.text(trust, "rotationError"));
    }
    return String.join("; ", parts);
  }
}
