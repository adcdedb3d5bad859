package dev.muster.cli.command;

import dev.muster.cli.follow.PlanView;
import dev.muster.cli.follow.RunView;
import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/**
 * {@code muster k0s apply}: hands a Plan of Autopilot to one cluster, or to one after the other.
 */
@Command(
    name = "apply",
    description = {
      "Applies a Plan of k0s Autopilot, as it is, to a cluster; its run starts.",
      "With several clusters each begins when the one before it is Completed, also if this",
      "command is long gone: docs/k0s.md."
    },
    footer = {
      "",
      "Examples:",
      "  muster k0s apply plan.yaml --cluster prod --follow",
      "  muster k0s apply plan.yaml --cluster stage --cluster prod --settle 30s --batches 1,10%%,50%%",
      "  muster k0s apply plan.yaml --cluster prod --window 'Mon-Thu 22:00+6h Europe/Rome' --dry-run"
    })
final class K0sApply implements Callable<Integer> {
  private final Session session;
  @Mixin private PlanTermsOptions terms = new PlanTermsOptions();

  @Parameters(paramLabel = "FILE", description = "YAML or JSON; - for standard input.")
  private String file = "";

  @Option(
      names = {"-c", "--cluster"},
      required = true,
      paramLabel = "CLUSTER",
      description = "The cluster; repeated, one after the other.")
  private List<String> clusters = List.of();

  @Option(names = "--dry-run", description = "Says what would come of it, and keeps nothing.")
  private boolean dryRun;

  @Option(
      names = {"-f", "--follow"},
      description = "Follows each to its end; the exit code says how it ended.")
  private boolean follow;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Stops following a plan after this time, with exit code 6; it goes on.")
  private Optional<Duration> timeout = Optional.empty();

  K0sApply(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (follow && dryRun) {
      throw new UsageFailure("--dry-run starts nothing that --follow could follow");
    }
    if (timeout.isPresent() && !follow) {
      throw new UsageFailure("--timeout needs --follow");
    }
    if (new HashSet<>(clusters).size() < clusters.size()) {
      throw new UsageFailure("--cluster is given twice with the same name");
    }
    String document = Inputs.read(file, session.surroundings().in());
    List<PlanFollowing> applied = new ArrayList<>();
    Optional<String> after = Optional.empty();
    for (String cluster : clusters) {
      String plan = apply(cluster, document, after);
      after = Optional.of(cluster + "/" + plan);
      applied.add(new PlanFollowing(cluster, plan, timeout));
    }
    return follow ? follow(applied) : ExitCode.OK.number();
  }

  /** Returns the plan's name. */
  private String apply(String cluster, String document, Optional<String> after) {
    ApiPath path = terms.in(ApiPath.of("clusters", cluster, "autopilot", "plans"));
    path = path.with("after", after.or(terms::after));
    path = path.with("dryRun", dryRun ? Optional.of("true") : Optional.empty());
    Answer answer =
        session
            .api()
            .post(path, file.endsWith(".json") ? "application/json" : "application/yaml", document);
    JsonNode json = answer.json();
    if (!follow || !session.wantsJson()) {
      session.say(answer, plan -> line(plan, cluster, answer.status()));
    }
    return Json.optional(json, "name").orElse(PlanPlace.USUAL);
  }

  private String line(JsonNode json, String cluster, int status) {
    PlanView plan = PlanView.parse(json);
    String what =
        dryRun
            ? "would be applied to " + cluster
            : status == 201 ? "applied to " + cluster : "of " + cluster + " is as in the file";
    String run = plan.run().isEmpty() ? "" : ", run " + RunView.shortId(plan.run());
    return "Plan %s %s%s: %s, %s, %s%s"
        .formatted(
            plan.name(),
            what,
            run,
            plan.stateWord(),
            Text.count(plan.commands().size(), "command"),
            PlanView.nodes(
                plan.commands().stream().flatMap(one -> one.targets().stream()).toList()),
            plan.why().isEmpty() ? "" : "; " + plan.why());
  }

  /** A plan that did not complete holds those of the clusters behind it. */
  private int follow(List<PlanFollowing> applied) throws InterruptedException {
    for (PlanFollowing one : applied) {
      ExitCode ended = one.follow(session);
      if (ended != ExitCode.OK) {
        List<String> held =
            applied.subList(applied.indexOf(one) + 1, applied.size()).stream()
                .map(PlanFollowing::cluster)
                .toList();
        if (!held.isEmpty() && ended != ExitCode.DETACHED) {
          session
              .err()
              .printf(
                  "Not begun: %s. Each waits until the plan before it is Completed (muster k0s retry); muster k0s delete takes one away.%n",
                  String.join(", ", held));
        }
        return ended.number();
      }
    }
    return ExitCode.OK.number();
  }
}
