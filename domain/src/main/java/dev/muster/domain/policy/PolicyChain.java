package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import java.time.Instant;
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
    List<Binding> concerned = concerned(bindings, occasion.kind(), occasion.side());
    for (Binding binding : concerned) {
      Optional<String> why = binding.type().decide(binding, occasion, data);
      if (why.isPresent()) {
        return refused(data, "Failed policy '%s': %s".formatted(binding.name(), why.get()));
      }
    }
    Optional<String> why =
        concerned.isEmpty() ? Optional.empty() : Agreement.whyNot(occasion, data);
    if (why.isPresent()) {
      return refused(data, "What the policies decided cannot be done: " + why.get());
    }
    if (!concerned.isEmpty()) {
      data.put("status", "OK");
      if (!data.has("reason")) {
        data.put("reason", "Completed policy checking.");
      }
    }
    return new Decided(data, Optional.empty());
  }

  /** Those that are enabled and have something to say of such an action, in their order. */
  public static List<Binding> concerned(List<Binding> bindings, ActionKind kind, Policy.Side side) {
    return bindings.stream()
        .filter(Binding::enabled)
        .filter(binding -> binding.type().concerns(kind, side))
        .sorted(Comparator.comparingInt(Binding::priority).thenComparing(Binding::name))
        .toList();
  }

  /**
   * Why such an action is not even to be recorded now, because the last scaling was too short ago
   * (OpenStack Senlin's ActionCooldown); empty if it may be.
   */
  public static Optional<String> tooSoon(List<Binding> bindings, ActionKind kind, Instant now) {
    return concerned(bindings, kind, Policy.Side.BEFORE).stream()
        .filter(binding -> binding.type() instanceof ScalingPolicy)
        .filter(binding -> ScalingPolicy.isFor(binding, kind))
        .flatMap(binding ->
            ScalingPolicy.tooSoon(binding, now)
                .map(why -> "policy '%s': %s".formatted(binding.name(), why))
                .stream())
        .findFirst();
  }

  private static Decided refused(ObjectNode data, String reason) {
    data.put("status", "ERROR").put("reason", reason);
    return new Decided(data, Optional.of(reason));
  }
}
