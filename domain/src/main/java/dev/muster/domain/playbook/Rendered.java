package dev.muster.domain.playbook;

import tools.jackson.databind.JsonNode;

/** What came of putting values into a tree of texts. */
public sealed interface Rendered {

  /** The tree with every expression replaced; the same tree when it had none. */
  record Value(JsonNode json) implements Rendered {}

  /** An expression has no value here; {@code message} says which, and why. */
  record Failed(String message) implements Rendered {}
}
