package dev.muster.worker.metrics;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentCallListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** Times calls of agents, by what was asked and what came of it. */
public final class AgentCallMetrics implements AgentCallListener {

  private final MeterRegistry meters;

  public AgentCallMetrics(MeterRegistry meters) {
    this.meters = meters;
  }

  @Override
  public void called(String call, AgentAnswer<?> answer, Duration took) {
    meters.timer("muster.agent.calls", "call", call, "outcome", outcome(answer)).record(took);
  }

  private static String outcome(AgentAnswer<?> answer) {
    return switch (answer) {
      case AgentAnswer.Answered<?> answered -> "answered";
      case AgentAnswer.Unreachable<?> unreachable -> "unreachable";
      case AgentAnswer.Garbage<?> garbage -> "garbage";
    };
  }
}
