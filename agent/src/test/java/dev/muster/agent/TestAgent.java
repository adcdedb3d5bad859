package dev.muster.agent;

import dev.muster.agent.settings.AgentOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** An agent within the process of the test, on a port that was free. */
final class TestAgent implements AutoCloseable {

  private final Agent agent;
  private final Caller caller;

  private TestAgent(Agent agent) {
    this.agent = agent;
    this.caller = new Caller("http://127.0.0.1:" + agent.address().getPort());
  }

  static TestAgent start(Path data, String... options) throws IOException {
    return start(data, Clock.systemUTC(), options);
  }

  static TestAgent start(Path data, Clock clock, String... options) throws IOException {
    List<String> line = new ArrayList<>(List.of("--node", "n1", "--data", data.toString()));
    line.addAll(List.of(options));
    if (!line.contains("--listen")) {
      line.addAll(List.of("--listen", "127.0.0.1:0"));
    }
    return new TestAgent(Agent.start(AgentOptions.parse(line), clock));
  }

  /** A configuration file beside the agent's data. */
  static String config(Path folder, String json) throws IOException {
    return Files.writeString(folder.resolve("agent.json"), json).toString();
  }

  Caller caller() {
    return caller;
  }

  @Override
  public void close() {
    agent.close();
  }
}
