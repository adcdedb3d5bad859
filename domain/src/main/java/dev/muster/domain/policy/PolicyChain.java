package dev.muster.domain.policy;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the policies of a cluster, by ascending priority, until one of them objects (OpenStack
 * Senlin).
 */
public final class PolicyChain {

  private PolicyChain() {}

  /**
   * What they decided together.
   *
   * @param data what was decided, with {@code status} and {@code reason} as Senlin has them
   * @param objection why the action must not be, or was not, done
   */
  public record Decided(ObjectNode data, Optional<String> objection) {}

  /**
   * Asks all that are enabled and concerned.
   *
   * @param decided before; not changed
   */
  public static Decided ask(List<Binding> bindings, Occasion occasion, ObjectNode decided) {
    ObjectNode data = decided.deepCopy();
    List<Binding> concerned =
        bindings.stream()
            .filter(Binding::enabled)
            .filter(binding -> binding.type().concerns(occasion.kind(), occasion.side()))
            .sorted(Comparator.comparingInt(Binding::priority).thenComparing(Binding::name))
            .toList();
    for (Binding binding : concerned) {
      Optional<String> why = binding.type().decide(binding, occasion, data);
      if (why.isPresent()) {
        String reason = "Failed policy '%s': %s".formatted(binding.name(), why.get());
        data.put("status", "ERROR").put("reason", reason);
        return new Decided(data, Optional.of(reason));
      }
    }
    if (!concerned.isEmpty()) {
      data.put("status", "OK");
      if (!data.has("reason")) {
        data.put("reason", "Completed policy checking.");
      }
    }
    return new Decided(data, Optional.empty());
  }
}
