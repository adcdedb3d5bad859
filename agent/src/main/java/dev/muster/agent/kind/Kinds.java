package dev.muster.agent.kind;

import dev.muster.agent.execution.Kind;
import dev.muster.agent.external.ExternalKinds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The kinds that this agent executes, by name. */
public final class Kinds {

  private final TreeMap<String, Kind> enabled = new TreeMap<>();
  private final Map<String, String> disabled;
  private final Optional<ExternalKinds> external;

  /**
   * Those that come with the agent.
   *
   * @param disabled kinds that the agent knows and that are off, with the reason
   * @throws IllegalArgumentException if two have the same name
   */
  public Kinds(List<Kind> enabled, Map<String, String> disabled) {
    this(enabled, disabled, Optional.empty());
  }

  /**
   * Those that come with the agent, and the node's own.
   *
   * @throws IllegalArgumentException if two have the same name, or one of the agent's has a name
   *     that is kept for the node's own
   */
  public Kinds(List<Kind> enabled, Map<String, String> disabled, Optional<ExternalKinds> external) {
    this.disabled = Map.copyOf(disabled);
    this.external = external;
    for (Kind kind : enabled) {
      if (this.enabled.put(kind.name(), kind) != null) {
        throw new IllegalArgumentException("kind '%s' is registered twice".formatted(kind.name()));
      }
      if (kind.name().startsWith(ExternalKinds.SCOPE)) {
        throw new IllegalArgumentException(
            "kind '%s' has a name that is kept for others".formatted(kind.name()));
      }
    }
  }

  /** What came of looking for a kind. */
  public sealed interface Found {

    /** It is executed here. */
    record Yes(Kind kind) implements Found {}

    /** It is not, and why. */
    record No(String why) implements Found {}
  }

  /** The kind of this name. May ask an executable what it is. */
  public Found find(String name) {
    Kind own = enabled.get(name);
    if (own != null) {
      return new Found.Yes(own);
    }
    if (external.isEmpty() || !name.startsWith(ExternalKinds.SCOPE)) {
      return new Found.No(whyNot(name));
    }
    return switch (external.get().find(name)) {
      case ExternalKinds.Look.There(Kind kind) -> new Found.Yes(kind);
      case ExternalKinds.Look.Off(String reason) -> new Found.No(off(name, reason));
      case ExternalKinds.Look.Absent() -> new Found.No(whyNot(name));
    };
  }

  /** All names, sorted, as of now. */
  public List<String> names() {
    return Stream.concat(
            enabled.keySet().stream(), external.stream().flatMap(others -> others.names().stream()))
        .sorted()
        .toList();
  }

  /** Why an action would never succeed here; empty if it may come. */
  public Optional<String> refusal(String name, JsonNode args) {
    return switch (find(name)) {
      case Found.Yes(Kind kind) -> kind.refusal(args);
      case Found.No(String why) -> Optional.of(why);
    };
  }

  private String whyNot(String name) {
    return Optional.ofNullable(disabled.get(name))
        .map(reason -> off(name, reason))
        .orElseGet(() ->
            "kind '%s' is not known to this agent (known: %s)"
                .formatted(name, String.join(", ", names())));
  }

  private static String off(String name, String reason) {
    return "kind '%s' is off on this node: %s".formatted(name, reason);
  }
}
