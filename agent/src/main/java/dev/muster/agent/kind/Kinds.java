package dev.muster.agent.kind;

import dev.muster.agent.execution.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The kinds that this agent executes, by name. */
public final class Kinds {

  private final TreeMap<String, Kind> enabled = new TreeMap<>();
  private final Map<String, String> disabled;

  /**
   * @param disabled kinds that the agent knows and that are off, with the reason
   * @throws IllegalArgumentException if two have the same name
   */
  public Kinds(List<Kind> enabled, Map<String, String> disabled) {
    this.disabled = Map.copyOf(disabled);
    for (Kind kind : enabled) {
      if (this.enabled.put(kind.name(), kind) != null) {
        throw new IllegalArgumentException("kind '%s' is registered twice".formatted(kind.name()));
      }
    }
  }

  /** The kind of this name. */
  public Optional<Kind> find(String name) {
    return Optional.ofNullable(enabled.get(name));
  }

  /** All names, sorted. */
  public List<String> names() {
    return List.copyOf(enabled.keySet());
  }

  /** Why an action would never succeed here; empty if it may come. */
  public Optional<String> refusal(String name, JsonNode args) {
    Kind kind = enabled.get(name);
    return kind == null ? Optional.of(whyNot(name)) : kind.refusal(args);
  }

  /** Why there is no such kind. */
  public String whyNot(String name) {
    return Optional.ofNullable(disabled.get(name))
        .map(reason -> "kind '%s' is off on this node: %s".formatted(name, reason))
        .orElseGet(() ->
            "kind '%s' is not known to this agent (known: %s)"
                .formatted(name, String.join(", ", enabled.keySet())));
  }
}
