package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster nudge} and {@code muster cluster nudge}. */
@Command(
    name = "nudge",
    description = "Asks for a cycle now, over the whole cluster or some nodes.",
    footer = {"", "Example:", "  muster nudge prod-kafka broker-1 broker-2"})
final class NudgeCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(index = "0", paramLabel = "CLUSTER", description = "Its name.")
  private String cluster = "";

  @Parameters(index = "1..*", arity = "0..*", paramLabel = "NODE", description = "Only these.")
  private List<String> nodes = new ArrayList<>();

  NudgeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    ObjectNode body = Json.object();
    if (!nodes.isEmpty()) {
      ArrayNode names = body.putArray("nodes");
      nodes.forEach(names::add);
    }
    return session.say(
        session.api().post(ApiPath.of("clusters", cluster, "nudge"), body),
        json -> "Nudged " + cluster + (nodes.isEmpty() ? "" : ": " + String.join(", ", nodes)));
  }
}
