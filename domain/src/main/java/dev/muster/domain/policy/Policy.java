package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A type of policies. Each is a pure function of its arguments; it calls nobody. */
public interface Policy {

  /** The name by which documents ask for it. */
  String type();

  /** Policies of a smaller number are asked first, unless a binding says otherwise. */
  int priority();

  /** Whether a cluster has at most one of it. */
  boolean isSingle();

  /** Why this is no specification of it, with where; empty if it is one. */
  Optional<String> whyNot(JsonNode spec);

  /** Whether it has something to say before, or after, actions of this kind. */
  boolean concerns(ActionKind kind, Side side);

  /**
   * What it decides.
   *
   * @param data what was decided before it; changed in place
   * @return why the action must not be, or was not, done; empty if all is well
   */
  Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data);

  /** Which side of an action's work. */
  enum Side {
    BEFORE,
    AFTER
  }
}
