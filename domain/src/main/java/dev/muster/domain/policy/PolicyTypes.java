package dev.muster.domain.policy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The types of policies that there are. */
public final class PolicyTypes {

  private static final List<Policy> ALL =
      List.of(
          new ScalingPolicy(),
          new BatchPolicy(),
          PlacementPolicy.REGIONS,
          PlacementPolicy.ZONES,
          new AffinityPolicy(),
          new DeletionPolicy(),
          AroundPolicy.LOADBALANCE,
          new HealthPolicy(),
          AroundPolicy.STEPS,
          new CelPolicy());

  private PolicyTypes() {}

  /** All, by the priority that they have unless a binding says otherwise. */
  public static List<Policy> all() {
    return ALL;
  }

  /** The type of this name. */
  public static Optional<Policy> of(String type) {
    return ALL.stream().filter(policy -> policy.type().equals(type)).findFirst();
  }

  /**
   * The type of this name, or one that objects to everything: a newer version wrote it, and what it
   * would say nobody knows here.
   */
  public static Policy orUnknown(String type) {
    return of(type).orElseGet(() -> new UnknownPolicy(type));
  }

  /** Their names, for messages. */
  public static String names() {
    return ALL.stream().map(Policy::type).collect(Collectors.joining(", "));
  }
}
