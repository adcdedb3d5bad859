package dev.muster.agent;

import dev.muster.agent.node.AgentDescription;
import dev.muster.agent.settings.AgentOptions;
import dev.muster.agent.settings.Settings;
import dev.muster.agent.settings.UsageException;
import dev.muster.agent.store.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Starts an agent and lets it run until somebody stops the process. */
public final class AgentMain {

  private static final int CANNOT_RUN = 1;
  private static final int WRONG_USAGE = 2;

  /** Asked for by who makes the ahead-of-time cache of an image, and in no help. */
  private static final String TRAIN = "--train";

  private AgentMain() {}

  /** See {@code --help}. */
  public static void main(String[] arguments) throws InterruptedException {
    List<String> args = List.of(arguments);
    if (args.contains("--help") || args.contains("-h")) {
      System.out.print(AgentOptions.HELP);
      return;
    }
    if (args.contains("--version")) {
      System.out.println("muster-agent " + AgentDescription.version());
      return;
    }
    int problem = args.contains(TRAIN) ? train(args) : run(args);
    if (problem != 0) {
      System.exit(problem);
    }
  }

  private static int train(List<String> args) {
    try {
      Training.run(args.stream().filter(arg -> !arg.equals(TRAIN)).toList());
      return 0;
    } catch (IOException failed) {
      System.err.println("muster-agent: the training failed: " + failed);
      return CANNOT_RUN;
    }
  }

  private static int run(List<String> args) throws InterruptedException {
    try {
      Settings settings = AgentOptions.parse(args);
      Agent agent = Agent.start(settings);
      Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "shutdown"));
      announce(settings, agent);
      agent.join();
      new CountDownLatch(1).await();
      return 0;
    } catch (UsageException wrong) {
      System.err.println("muster-agent: " + wrong.getMessage());
      return WRONG_USAGE;
    } catch (IOException | StoreException impossible) {
      System.err.println("muster-agent: " + impossible.getMessage());
      return CANNOT_RUN;
    }
  }

  /** One line, for people and for who started the agent with port 0. */
  private static void announce(Settings settings, Agent agent) {
    System.out.printf("muster-agent %s listening on %s%n", settings.node().name(), agent.url());
    System.out.flush();
  }
}
