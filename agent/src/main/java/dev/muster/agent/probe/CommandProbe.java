package dev.muster.agent.probe;

import dev.muster.agent.process.ShortCommand;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.DurationText;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the exit code of a command says.
 *
 * @param environment the whole of it
 * @param meaning of an exit code
 */
public record CommandProbe(
    List<String> argv, Map<String, String> environment, IntFunction<ProbeReading.Health> meaning)
    implements Probe {

  /** Of a node's status: 0 it is up, 1 it is not well, anything else it is down. */
  public static CommandProbe ofNode(List<String> argv) {
    return of(argv, 1);
  }

  /**
   * Of a service, as init scripts have it: 0 it is up, 4 unknown (still starting, for instance),
   * anything else it is not running.
   */
  public static CommandProbe ofService(List<String> argv) {
    return of(argv, 4);
  }

  private static CommandProbe of(List<String> argv, int unwell) {
    return new CommandProbe(
        argv,
        System.getenv(),
        code -> {
          if (code == 0) {
            return ProbeReading.Health.UP;
          }
          return code == unwell ? ProbeReading.Health.UNWELL : ProbeReading.Health.DOWN;
        });
  }

  /** This probe with another environment. */
  public CommandProbe within(Map<String, String> other) {
    return new CommandProbe(argv, other, meaning);
  }

  @Override
  public ProbeReading look(Duration limit) throws InterruptedException {
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    try {
      ShortCommand.Result result = ShortCommand.run(argv, environment, limit);
      outputs.put("stdout", result.output());
      if (result.exitCode().isEmpty()) {
        return new ProbeReading(
            ProbeReading.Health.UNWELL, "did not end within " + DurationText.print(limit), outputs);
      }
      int code = result.exitCode().get();
      outputs.put("exitCode", code);
      String line = result.output().lines().findFirst().orElse("");
      String detail = "exit code " + code + (line.isBlank() ? "" : ": " + line.strip());
      return new ProbeReading(meaning.apply(code), detail, outputs);
    } catch (IOException impossible) {
      return new ProbeReading(
          ProbeReading.Health.DOWN, "cannot be run: " + Failures.shown(impossible), outputs);
    }
  }

  @Override
  public String target() {
    return String.join(" ", argv);
  }
}
