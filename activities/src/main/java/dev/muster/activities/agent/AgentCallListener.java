package dev.muster.activities.agent;

import java.time.Duration;

/** Is told of every call of an agent, for metrics. Must be quick and must not throw. */
@FunctionalInterface
public interface AgentCallListener {

  /**
   * A call is over.
   *
   * @param call the method of {@link AgentClient}
   */
  void called(String call, AgentAnswer<?> answer, Duration took);
}
