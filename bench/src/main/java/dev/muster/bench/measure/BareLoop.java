package dev.muster.bench.measure;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentClientSettings;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.AgentFleet;
import dev.muster.activities.agent.HttpAgentClient;
import dev.muster.activities.agent.Since;
import dev.muster.bench.fleet.FleetServer;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a cycle asks of agents without anything that a cycle does: the client of Muster in a loop
 * over a simulated fleet.
 */
final class BareLoop {

  private static final int CALLS_AT_ONCE = 256;

  private BareLoop() {}

  /**
   * Prints the microseconds for each node of the median pass.
   *
   * @param arguments how many nodes, and the port of their agents
   */
  public static void main(String[] arguments) throws InterruptedException {
    int nodes = Integer.parseInt(arguments[0]);
    int port = Integer.parseInt(arguments[1]);
    List<AgentEndpoint> agents =
        IntStream.range(0, nodes)
            .mapToObj(index ->
                new AgentEndpoint(
                    new ClusterName("bench"),
                    new NodeId(FleetServer.nodeId(index)),
                    "http://" + FleetServer.address(index) + ":" + port,
                    AgentProtocol.MUSTER_AGENT_V1.id()))
            .toList();
    AgentFleet fleet = new AgentFleet(CALLS_AT_ONCE);
    List<Double> micros = new ArrayList<>();
    try (HttpAgentClient client = new HttpAgentClient(AgentClientSettings.DEFAULT)) {
      for (int pass = 0; pass < SyncBench.CYCLES; pass++) {
        long started = System.nanoTime();
        List<AgentAnswer<?>> answers =
            fleet.each(agents, agent -> client.snapshot(agent, Since.cursor(1)));
        micros.add((System.nanoTime() - started) / 1000.0 / nodes);
        requireAnswered(answers);
      }
    }
    System.out.println(Figures.quantile(micros, 0.5));
  }

  private static void requireAnswered(List<AgentAnswer<?>> answers) {
    long silent =
        answers.stream().filter(answer -> !(answer instanceof AgentAnswer.Answered)).count();
    if (silent > 0) {
      throw new IllegalStateException(silent + " simulated agents did not answer");
    }
  }
}
