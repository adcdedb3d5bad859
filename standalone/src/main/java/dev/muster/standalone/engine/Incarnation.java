package dev.muster.standalone.engine;

import io.grpc.ServerInterceptors;
import io.grpc.ServerMethodDefinition;
import io.temporal.internal.testservice.TestServicesStarter;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** One embedded engine, from empty to replaced. */
final class Incarnation {

  /** The clock of the world: time is not skipped. */
  private static final boolean LOCK_TIME_SKIPPING = true;

  private static final long START_NOW = 0;

  private final String identity = UUID.randomUUID().toString();
  private final EngineCost cost = new EngineCost();
  private final Passage passage = new Passage(identity, cost);
  private final TestServicesStarter services =
      new TestServicesStarter(LOCK_TIME_SKIPPING, START_NOW);
  private final Map<String, ServerMethodDefinition<?, ?>> methods =
      services.getServices().stream()
          .map(service -> ServerInterceptors.intercept(service, passage))
          .flatMap(service -> service.getMethods().stream())
          .collect(
              Collectors.toUnmodifiableMap(
                  method -> method.getMethodDescriptor().getFullMethodName(), method -> method));

  Incarnation() {
    ForgottenLocks.in(services);
  }

  Optional<ServerMethodDefinition<?, ?>> method(String name) {
    return Optional.ofNullable(methods.get(name));
  }

  String identity() {
    return identity;
  }

  EngineCost cost() {
    return cost;
  }

  boolean isBroken() {
    return passage.isBroken();
  }

  int inHand() {
    return passage.inHand();
  }

  /** Ends the calls in hand, then itself; nobody waits for that. */
  void retire() {
    passage.shut();
    Thread.ofVirtual().name("muster-engine-end").start(services::close);
  }
}
