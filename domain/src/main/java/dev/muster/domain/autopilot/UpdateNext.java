package dev.muster.domain.autopilot;

import dev.muster.domain.protocol.WireFormat;
import tools.jackson.databind.node.ObjectNode;

/** What comes of a look at an update server. */
public sealed interface UpdateNext {

  /** One sentence, for people. */
  String why();

  /**
   * A plan is made, in place of the one that stands.
   *
   * @param plan a whole object, which {@link PlanReader} admits
   */
  record Start(ObjectNode plan, String why) implements UpdateNext {

    /**
     * The plan over the one that stands: what others wrote beside it stays, but for the terms, of
     * which those of the update configuration count.
     */
    public ObjectNode over(ObjectNode before) {
      ObjectNode wanted = before.deepCopy();
      wanted.set("spec", plan.path("spec").deepCopy());
      ObjectNode metadata = wanted.withObject("/metadata");
      ObjectNode annotations = WireFormat.JSON.createObjectNode();
      metadata.path("annotations").properties().stream()
          .filter(beside -> !beside.getKey().startsWith(UpdateConfigReader.PREFIX))
          .forEach(beside -> annotations.set(beside.getKey(), beside.getValue()));
      plan.path("metadata")
          .path("annotations")
          .properties()
          .forEach(term -> annotations.set(term.getKey(), term.getValue()));
      metadata.set("annotations", annotations);
      return wanted;
    }
  }

  /** Nothing is made. */
  record Wait(String why) implements UpdateNext {}
}
