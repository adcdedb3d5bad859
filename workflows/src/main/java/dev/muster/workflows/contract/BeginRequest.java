package dev.muster.workflows.contract;

import dev.muster.domain.run.RunId;
import java.util.List;

/**
 * Asks to take a run over, and to move it as far as it goes.
 *
 * @param commands to carry out first, in order
 */
public record BeginRequest(RunId run, List<RunCommand> commands) {

  public BeginRequest {
    commands = List.copyOf(commands);
  }
}
