package dev.muster.agent.k0s;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.json.JsonFields;
import dev.muster.domain.action.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Has the node run another version of k0s, as Autopilot's {@code k0supdate} does: {@code version},
 * {@code platforms}, {@code forceupdate}, {@code drain}, {@code keepCordoned}, {@code stall}. Each
 * phase writes down that it is done before the next one begins, so a killed agent goes on in the
 * middle.
 */
final class K0sUpdate implements Kind {

  static final String NAME = "k0s.update";

  private final K0sNode node;

  K0sUpdate(K0sNode node) {
    this.node = node;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, K0sArgs::update);
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    K0sArgs.Update asked = JsonFields.read("args", execution.subject().args(), K0sArgs::update);
    try {
      return new K0sChain(node, asked, execution).run();
    } catch (IOException impossible) {
      return Outcome.failed(String.valueOf(impossible.getMessage()));
    }
  }

  /** The notes say what is done. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  /** Until the binary is exchanged; after that it goes to its end. */
  @Override
  public Set<Signal> heeds() {
    return Set.of(Signal.CANCEL);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofHours(6));
  }
}
