package dev.muster.bench;

import dev.muster.bench.measure.Figures;
import dev.muster.bench.measure.HandoffBench;
import dev.muster.bench.measure.IdleBench;
import dev.muster.bench.measure.SoakBench;
import dev.muster.bench.measure.StageBench;
import dev.muster.bench.measure.SyncBench;
import dev.muster.domain.protocol.WireFormat;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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

  private BenchMain() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new BenchMain()).execute(arguments));
  }

  @Command(description = "A cluster where nothing happens: what a tick costs.")
  void idle(@Option(names = "--nodes", defaultValue = "5") int nodes) {
    say("idle: %d nodes, an interval of 1 s, watched for 20 s".formatted(nodes));
    show(IdleBench.run(nodes));
  }

  @Command(description = "From the last action of a stage to the first of the next.")
  void handoff(@Option(names = "--nodes", defaultValue = "5") int nodes) {
    say("handoff: 50 hand-offs between stages of one node, over %d nodes".formatted(nodes));
    show(HandoffBench.run(nodes));
  }

  @Command(description = "One stage over many nodes, with actions that take no time.")
  void stage(
      @Option(names = "--nodes", defaultValue = "1000") int nodes,
      @Option(names = "--concurrency", defaultValue = "100") int concurrency) {
    say("stage: %d nodes, %d in work at once".formatted(nodes, concurrency));
    show(StageBench.run(nodes, concurrency));
  }

  @Command(description = "A full cycle over idle nodes.")
  void sync(@Option(names = "--nodes", defaultValue = "10000") int nodes) {
    say("sync: full cycles over %d idle nodes, over 100, and a bare loop".formatted(nodes));
    show(SyncBench.run(nodes));
  }

  @Command(description = "Days of one busy cluster on the embedded engine, in minutes.")
  void soak(@Option(names = "--days", defaultValue = "30") int days) {
    say("soak: %d busy days of one cluster, as fast as they go".formatted(days));
    show(SoakBench.run(days, this::say));
  }

  private void show(Figures figures) {
    figures.inOrder().forEach((name, value) -> say("  %-22s %s".formatted(name, value)));
    say(WireFormat.JSON.writeValueAsString(figures.inOrder()));
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
