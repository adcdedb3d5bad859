package dev.muster.domain.playbook;

import dev.cel.runtime.CelVariableResolver;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Gives expressions the values of a scope, each converted when it is first asked for. */
final class Activation implements CelVariableResolver {

  private final Scope scope;
  private final Map<String, Optional<Object>> known = new HashMap<>();

  Activation(Scope scope) {
    this.scope = scope;
  }

  @Override
  public Optional<Object> find(String name) {
    Optional<Object> value = known.get(name);
    if (value == null) {
      value = Optional.ofNullable(value(name));
      known.put(name, value);
    }
    return value;
  }

  private @Nullable Object value(String name) {
    return switch (name) {
      case "params" -> CelValues.toCel(scope.params());
      case "node" -> scope.node().map(Activation::node).orElse(null);
      case "run" -> scope.run().map(Activation::run).orElse(null);
      case "cluster" -> Map.of("name", scope.cluster().value());
      case "steps" -> new Steps(scope.steps());
      case "stages" -> stages(scope.stages());
      default -> null;
    };
  }

  private static Object node(PlanContext.Candidate node) {
    return Map.of(
        "id", node.id().value(),
        "address", node.address(),
        "role", node.role().orElse(""),
        "platform", node.platform().orElse(""),
        "labels", node.labels(),
        "status", node.status().name());
  }

  private static Object run(Scope.Run run) {
    return Map.of(
        "id", run.id().toString(),
        "playbook", run.playbook(),
        "requester", run.requester(),
        "reason", run.reason());
  }

  private static Object stages(Map<String, Scope.Stage> stages) {
    Map<String, Object> converted = new LinkedHashMap<>();
    stages.forEach((name, stage) ->
        converted.put(
            name,
            Map.of(
                "state", stage.state(),
                "total", (long) stage.total(),
                "succeeded", (long) stage.succeeded(),
                "failed", (long) stage.failed(),
                "skipped", (long) stage.skipped(),
                "cancelled", (long) stage.cancelled())));
    return converted;
  }

  /**
   * The outputs of earlier steps. A step that was skipped has none, but it is there: otherwise
   * {@code has(steps.drain.outputs.x)} would be an error.
   */
  private static final class Steps extends AbstractMap<String, Object> {

    private final Map<String, JsonNode> outputs;

    Steps(Map<String, JsonNode> outputs) {
      this.outputs = outputs;
    }

    @Override
    public Object get(@Nullable Object name) {
      JsonNode found = outputs.get(String.valueOf(name));
      return Map.of("outputs", found == null ? Map.of() : CelValues.toCel(found));
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
      return true;
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
      Map<String, Object> all = new LinkedHashMap<>();
      outputs.keySet().forEach(name -> all.put(name, get(name)));
      return all.entrySet();
    }
  }
}
