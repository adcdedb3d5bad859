package dev.muster.bench;

import dev.muster.bench.measure.AuthBench;
import dev.muster.bench.measure.CheckBench;
import dev.muster.bench.measure.Figures;
import dev.muster.bench.measure.HandoffBench;
import dev.muster.bench.measure.HistoryBench;
import dev.muster.bench.measure.IdleBench;
import dev.muster.bench.measure.PlanBench;
import dev.muster.bench.measure.RunsBench;
import dev.muster.bench.measure.SoakBench;
import dev.muster.bench.measure.StageBench;
import dev.muster.bench.measure.SyncBench;
import dev.muster.bench.process.Deployment;
import dev.muster.domain.protocol.WireFormat;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code muster bench}: a few lines for people, then one JSON object with the figures as the last
 * line.
 */
@Command(
    name = "muster bench",
    mixinStandardHelpOptions = true,
    description = "Measure Muster against a simulated fleet.",
    footer = {"", "Example:", "  ./muster bench stage --nodes 1000 --concurrency 100"})
public final class BenchMain {

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Where it is measured. */
  static final class OnEngine {

    @Option(
        names = "--engine",
        defaultValue = "embedded",
        paramLabel = "ENGINE",
        description = "embedded, dev-server, or server on PostgreSQL (default: ${DEFAULT-VALUE}).")
    private String engine = "embedded";

    @Option(
        names = "--workers",
        defaultValue = "2",
        description = "Worker processes, with --engine server (default: ${DEFAULT-VALUE}).")
    private int workers = 2;

    Deployment deployment() {
      return Deployment.of(engine, workers);
    }
  }

  private BenchMain() {}

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new BenchMain())
            .setExecutionExceptionHandler(BenchMain::report)
            .execute(arguments));
  }

  private static int report(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (failure instanceof IllegalArgumentException || failure instanceof IllegalStateException) {
      command.getErr().println("muster bench: " + failure.getMessage());
      return command.getCommandSpec().exitCodeOnExecutionException();
    }
    throw failure;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "A cluster where nothing happens: what a tick costs.")
  void idle(@Mixin OnEngine on, @Option(names = "--nodes", defaultValue = "5") int nodes) {
    say("idle: %d nodes, an interval of 1 s, watched for 20 s".formatted(nodes));
    show(IdleBench.run(on.deployment(), nodes));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "From the last action of a stage to the first of the next.")
  void handoff(@Mixin OnEngine on, @Option(names = "--nodes", defaultValue = "5") int nodes) {
    say("handoff: 50 hand-offs between stages of one node, over %d nodes".formatted(nodes));
    show(HandoffBench.run(on.deployment(), nodes));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "One stage over many nodes, with actions that take no time.")
  void stage(
      @Mixin OnEngine on,
      @Option(names = "--nodes", defaultValue = "1000") int nodes,
      @Option(names = "--concurrency", defaultValue = "100") int concurrency,
      @Option(
              names = "--clusters",
              defaultValue = "1",
              description = "Clusters at once, each with its part of the nodes (default: 1).")
          int clusters) {
    say(
        "stage: %d nodes of %d clusters, %d in work at once"
            .formatted(nodes, clusters, concurrency));
    show(StageBench.run(on.deployment(), new StageBench.Size(nodes, concurrency, clusters)));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "cluster.check over many nodes, from the request to its end.")
  void check(
      @Mixin OnEngine on,
      @Option(names = "--nodes", defaultValue = "1000") int nodes,
      @Option(
              names = "--finished",
              defaultValue = "0",
              description = "Finished actions in the tables meanwhile (default: none).")
          int finished) {
    say("check: %d nodes, with %,d finished actions".formatted(nodes, finished));
    show(CheckBench.run(on.deployment(), nodes, finished));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "A plan of k0s Autopilot over many workers, beside a stage over the same.")
  void plan(
      @Mixin OnEngine on,
      @Option(names = "--nodes", defaultValue = "1000") int nodes,
      @Option(names = "--concurrent", defaultValue = "50") int concurrent) {
    say("plan: %d workers, %d at once, and a stage of the same".formatted(nodes, concurrent));
    show(PlanBench.run(on.deployment(), nodes, concurrent));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Idle, handoff and stage on every engine, one after the other.")
  void engines() {
    Figures all = new Figures();
    for (Deployment deployment : Deployment.all()) {
      String engine = deployment.engine();
      say("on the engine '%s'".formatted(engine));
      all.under(engine + "_idle_", shown(IdleBench.run(deployment, 5)));
      all.under(engine + "_handoff_", shown(HandoffBench.run(deployment, 5)));
      all.under(
          engine + "_stage_", shown(StageBench.run(deployment, new StageBench.Size(1000, 100, 1))));
    }
    show(all.ratio("server_wall_to_embedded", "server_stage_wall_s", "embedded_stage_wall_s"));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Many runs of one step, started one after the other.")
  void runs(
      @Mixin OnEngine on,
      @Option(names = "--runs", defaultValue = "2000") int runs,
      @Option(names = "--clusters", defaultValue = "1") int clusters) {
    say("runs: %d of one step on %d clusters of one node".formatted(runs, clusters));
    show(RunsBench.run(on.deployment(), runs, clusters));
  }

  @Command(mixinStandardHelpOptions = true, description = "A full cycle over idle nodes.")
  void sync(@Option(names = "--nodes", defaultValue = "10000") int nodes) {
    say("sync: full cycles over %d idle nodes, over 100, and a bare loop".formatted(nodes));
    show(SyncBench.run(nodes));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "The same request with a token and without.")
  void auth(@Mixin OnEngine on) {
    say("auth: GET /v1/clusters by four callers, with a token and without, in turns of a second");
    show(AuthBench.run(on.deployment()));
  }

  private Figures shown(Figures figures) {
    figures.inOrder().forEach((name, value) -> say("  %-26s %s".formatted(name, value)));
    return figures;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Days of one busy cluster on the embedded engine, in minutes.")
  void soak(@Option(names = "--days", defaultValue = "30") int days) {
    say("soak: %d busy days of one cluster, as fast as they go".formatted(days));
    show(SoakBench.run(days, this::say));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "A stage, every list and a follower, with years of history and without.")
  void history(
      @Option(names = "--actions", defaultValue = "1000000") int actions,
      @Option(names = "--runs", defaultValue = "50000") int runs,
      @Option(names = "--nodes", defaultValue = "1000") int nodes,
      @Option(names = "--concurrency", defaultValue = "100") int concurrency) {
    say("history: two installations, one with %,d actions of %,d runs".formatted(actions, runs));
    say("  %-34s %9s %9s  %5s".formatted("", "empty", "full", "ratio"));
    show(HistoryBench.run(new HistoryBench.Size(actions, runs, nodes, concurrency), this::say));
  }

  private void show(Figures figures) {
    shown(figures);
    say(WireFormat.JSON.writeValueAsString(figures.inOrder()));
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
