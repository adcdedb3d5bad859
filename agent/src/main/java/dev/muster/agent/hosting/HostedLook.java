package dev.muster.agent.hosting;

import dev.muster.agent.hosting.HostedPlace.Part;
import dev.muster.agent.hosting.HostedSpec.HostedService;
import dev.muster.agent.node.NodeMonitor;
import dev.muster.agent.probe.HttpProbe;
import dev.muster.agent.probe.ProbeReading;
import dev.muster.agent.process.LastingProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * How a member is: its agent and its service, both looked at.
 *
 * @param reason why it is not well; empty if it is
 */
record HostedLook(Stage stage, String reason) {

  /** Long enough that what cannot run has ended. */
  private static final Duration STEADY = Duration.ofMillis(500);

  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** How far a member has come. */
  enum Stage {
    /** Its agent and its service are up. */
    UP,
    /** They run, and are not up, yet or any more. */
    UNWELL,
    /** One of them has ended. */
    ENDED
  }

  private static final HostedLook UP = new HostedLook(Stage.UP, "");

  static HostedLook at(HostedPlace place) throws IOException, InterruptedException {
    Optional<HostedLook> trouble = ended(place, Part.AGENT);
    if (trouble.isEmpty() && place.spec().service().isPresent()) {
      trouble = ended(place, Part.SERVICE);
      if (trouble.isEmpty()) {
        trouble = unwell(place, place.spec().service().get());
      }
    }
    return trouble.isPresent() ? trouble.get() : agent(place);
  }

  private static Optional<HostedLook> ended(HostedPlace place, Part part)
      throws IOException, InterruptedException {
    LastingProcess slot = place.slot(part);
    String name =
        switch (part) {
          case AGENT -> "its agent";
          case SERVICE -> "its service";
        };
    if (slot.run().isEmpty()) {
      return Optional.of(new HostedLook(Stage.ENDED, name + " was not started"));
    }
    return slot.isAlive()
        ? Optional.empty()
        : Optional.of(
            new HostedLook(Stage.ENDED, "%s has ended: %s".formatted(name, slot.lastWords())));
  }

  private static Optional<HostedLook> unwell(HostedPlace place, HostedService service)
      throws IOException, InterruptedException {
    if (service.status().isEmpty()) {
      return place.slot(Part.SERVICE).age().compareTo(STEADY) < 0
          ? Optional.of(new HostedLook(Stage.UNWELL, "its service has just been started"))
          : Optional.empty();
    }
    NodeMonitor.Check check = service.status().get();
    ProbeReading reading = check.probe().look(check.limit());
    return reading.health() == ProbeReading.Health.UP
        ? Optional.empty()
        : Optional.of(
            new HostedLook(
                Stage.UNWELL,
                "its service is not up: %s: %s"
                    .formatted(check.probe().target(), reading.detail())));
  }

  /** It must say that it is this node, and that the node is up. */
  private static HostedLook agent(HostedPlace place) {
    String info = place.address() + "/v1/info";
    ProbeReading reading = HttpProbe.of("address", info).look(LIMIT);
    if (reading.health() != ProbeReading.Health.UP) {
      return new HostedLook(
          Stage.UNWELL, "its agent does not answer: %s: %s".formatted(info, reading.detail()));
    }
    JsonNode said = reading.outputs().path("json");
    String node = said.path("nodeId").asString("");
    if (!node.equals(place.member().name())) {
      return new HostedLook(
          Stage.UNWELL, "at %s another one answers: node '%s'".formatted(info, node));
    }
    String status = said.path("status").asString("");
    return status.equals("UP")
        ? UP
        : new HostedLook(
            Stage.UNWELL,
            "its agent says %s: %s"
                .formatted(status, said.path("statusReason").asString("without a reason")));
  }
}
