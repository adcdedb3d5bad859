package dev.muster.activities.fake.sdk;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The node, and how its store is; a test changes that. */
final class StandInNode {

  private final String id;
  private volatile JsonNode status = JsonNodeFactory.instance.stringNode("HEALTHY");
  private volatile boolean store = true;

  StandInNode(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  JsonNode status() {
    return status;
  }

  boolean hasStore() {
    return store;
  }

  /** From now on it is so; what the status says is not looked at. */
  void become(String word, Optional<String> reason, boolean withStore) {
    status =
        reason
            .<JsonNode>map(why -> StandInRecord.JSON.createObjectNode().put(word, why))
            .orElseGet(() -> JsonNodeFactory.instance.stringNode(word));
    store = withStore;
  }
}
