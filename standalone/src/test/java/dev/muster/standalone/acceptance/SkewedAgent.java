package dev.muster.standalone.acceptance;

import dev.muster.agent.Agent;
import dev.muster.agent.settings.AgentOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An agent as a program, whose clock is off by as many seconds as its first argument says. */
public final class SkewedAgent {

  private SkewedAgent() {}

  /** The other arguments are those of an agent. */
  public static void main(String[] arguments) throws Exception {
    List<String> all = List.of(arguments);
    Duration off = Duration.ofSeconds(Long.parseLong(all.getFirst()));
    Agent agent =
        Agent.start(
            AgentOptions.parse(all.subList(1, all.size())), Clock.offset(Clock.systemUTC(), off));
    System.out.println("listening on " + agent.url());
    new CountDownLatch(1).await();
  }
}
