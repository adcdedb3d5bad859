package dev.muster.domain.autopilot;

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
  record Start(ObjectNode plan, String why) implements UpdateNext {}

  /** Nothing is made. */
  record Wait(String why) implements UpdateNext {}
}
