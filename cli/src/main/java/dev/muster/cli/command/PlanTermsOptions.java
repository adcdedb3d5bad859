package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What stands beside a plan of Autopilot, because its own format has no field for it. */
final class PlanTermsOptions {

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      description = {
        "How long a node must be well before the next: 30s,",
        "or wait=5s,stable=30s,timeout=5m."
      })
  private Optional<String> settle = Optional.empty();

  @Option(
      names = "--window",
      paramLabel = "WINDOW",
      description = {
        "Nodes begin only within it: 'Mon-Thu 22:00+6h Europe/Rome';",
        "may be repeated. A plan that runs waits for the next one."
      })
  private List<String> windows = List.of();

  @Option(
      names = "--batches",
      paramLabel = "N,N,…",
      description = "Workers in batches, in place of limits.concurrent: 1,10%%,50%%.")
  private Optional<String> batches = Optional.empty();

  @Option(
      names = "--node-deadline",
      paramLabel = "TIME",
      description = "A node that takes longer has failed.")
  private Optional<Duration> nodeDeadline = Optional.empty();

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "A plan that takes longer, from now on, has failed.")
  private Optional<Duration> deadline = Optional.empty();

  @Option(
      names = "--drain",
      paramLabel = "skip",
      description = "skip: nodes are neither cordoned nor drained.")
  private Optional<String> drain = Optional.empty();

  @Option(
      names = "--drain-timeout",
      paramLabel = "TIME",
      description = "A node that is not drained by then has failed.")
  private Optional<Duration> drainTimeout = Optional.empty();

  @Option(
      names = "--drain-grace",
      paramLabel = "TIME",
      description = "Of pods that are evicted, in place of their own.")
  private Optional<Duration> drainGrace = Optional.empty();

  @Option(names = "--keep-cordoned", description = "Nodes stay cordoned after the update.")
  private boolean keepCordoned;

  @Option(
      names = "--approval",
      paramLabel = "N",
      description = "So many people must agree before each command.")
  private Optional<String> approval = Optional.empty();

  @Option(
      names = "--max-failures",
      paramLabel = "N",
      description = "So many nodes, or such a share (5%%), of controllers or workers may fail.")
  private Optional<String> maxFailures = Optional.empty();

  @Option(
      names = "--after",
      paramLabel = "CLUSTER/PLAN",
      description = "Begins when that plan is Completed.")
  private Optional<String> after = Optional.empty();

  @Option(
      names = "--dialect",
      paramLabel = "current|seed|strict",
      description = "Which edition of Autopilot the status follows (else the cluster's setting).")
  private Optional<String> dialect = Optional.empty();

  Optional<String> after() {
    return after;
  }

  /** The path with all that was given. */
  ApiPath in(ApiPath plans) {
    return plans
        .with("settle", settle)
        .with("windows", windows.isEmpty() ? Optional.empty() : Optional.of(joined()))
        .with("batches", batches)
        .with("nodeDeadline", nodeDeadline.map(TimeText::whole))
        .with("deadline", deadline.map(TimeText::whole))
        .with("drain", drain)
        .with("drainTimeout", drainTimeout.map(TimeText::whole))
        .with("drainGrace", drainGrace.map(TimeText::whole))
        .with("keepCordoned", keepCordoned ? Optional.of("true") : Optional.empty())
        .with("approval", approval)
        .with("maxFailures", maxFailures)
        .with("after", after)
        .with("dialect", dialect);
  }

  private String joined() {
    return String.join("; ", windows);
  }
}
