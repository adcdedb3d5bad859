package dev.muster.cli.command;

import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** How a source is read, as people type it. */
final class DiscoveryRuleOptions {

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      description = "Between two readings (default: 1m); a file is read when it changes, too.")
  private Optional<Duration> interval = Optional.empty();

  @Option(
      names = "--address",
      paramLabel = "PATTERN",
      description =
          "Where agents listen, such as https://{host}:8234 (default: as the source says).")
  private Optional<String> address = Optional.empty();

  @Option(
      names = "--may-vanish",
      paramLabel = "N|N%%",
      description = "So many nodes may vanish at once before somebody is asked (default: 50%%).")
  private Optional<String> mayVanish = Optional.empty();

  @Option(
      names = "--remove-after",
      paramLabel = "TIME",
      description = "A vanished node is removed after so long (default: never).")
  private Optional<String> removeAfter = Optional.empty();

  @Option(
      names = "--variable",
      paramLabel = "NAME",
      description = "A variable of an inventory that becomes a label; may be repeated.")
  private List<String> variables = List.of();

  void addTo(ObjectNode body) {
    interval.ifPresent(time -> body.put("interval", time.toString()));
    address.ifPresent(pattern -> body.put("address", pattern));
    mayVanish.ifPresent(share -> body.put("mayVanish", share));
    removeAfter.ifPresent(typed -> body.put("removeAfter", kept(typed)));
    if (!variables.isEmpty()) {
      variables.forEach(body.withArray("variables")::add);
    }
  }

  private static String kept(String typed) {
    if (typed.equals("forever")) {
      return typed;
    }
    try {
      return TimeText.parse(typed).toString();
    } catch (IllegalArgumentException e) {
      throw new UsageFailure("--remove-after " + e.getMessage());
    }
  }
}
