package dev.muster.workflows.contract;

import dev.muster.domain.run.RunId;
import java.util.List;

/**
 * Asks to move a run as far as it goes.
 *
 * @param epoch of the execution that asks
 * @param commands to carry out first, in order
 */
public record AdvanceRequest(RunId run, long epoch, List<RunCommand> commands) {

  public AdvanceRequest {
    commands = List.copyOf(commands);
  }
}
