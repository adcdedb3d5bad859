package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The one plan of Autopilot that a command is about. */
final class PlanPlace {

  /** What Autopilot itself calls the only plan that it looks at. */
  static final String USUAL = "autopilot";

  @Parameters(
      paramLabel = "PLAN",
      arity = "0..1",
      defaultValue = USUAL,
      description = "Its name (default: ${DEFAULT-VALUE}).")
  private String plan = USUAL;

  @Option(
      names = {"-c", "--cluster"},
      required = true,
      paramLabel = "CLUSTER",
      description = "The cluster.")
  private String cluster = "";

  String plan() {
    return plan;
  }

  String cluster() {
    return cluster;
  }

  ApiPath path(String... more) {
    return ApiPath.of(
        Stream.concat(Stream.of("clusters", cluster, "autopilot", "plans", plan), Stream.of(more))
            .toArray(String[]::new));
  }
}
