package dev.muster.agent.process;

import dev.muster.agent.execution.Pausable;
import dev.muster.agent.journal.Journal;
import java.io.IOException;

/** A process and everything that it started and did not detach: they are signalled together. */
final class ProcessGroup implements Pausable {

  private final long leader;

  ProcessGroup(long leader) {
    this.leader = leader;
  }

  @Override
  public void halt() {
    signal("STOP");
  }

  @Override
  public void proceed() {
    signal("CONT");
  }

  /** Asks them to end. Those that are halted must go on for that. */
  void terminate() {
    signal("TERM");
    signal("CONT");
  }

  /** Ends them. */
  void kill() {
    signal("KILL");
  }

  /** The shell's own {@code kill} is there where no program of that name is. */
  private void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder(
                  "sh", "-c", "kill -s \"$1\" -- \"-$2\"", "sh", name, Long.toString(leader))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      kill.onExit().join();
    } catch (IOException impossible) {
      Journal.warn("SIG" + name + " could not be sent to process group " + leader, impossible);
    }
  }
}
