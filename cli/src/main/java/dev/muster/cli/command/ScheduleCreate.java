package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster schedule create}: an action that starts at times. */
@Command(
    name = "create",
    description = {
      "Has an action start at times of a calendar, at an interval, or once.",
      "Each due time has one action at most: docs/schedules.md."
    },
    footer = {
      "",
      "Examples:",
      "  muster schedule create prod nightly --kind cluster.check --cron '30 2 * * *' --timezone Europe/Berlin",
      "  muster schedule create prod disks --node db-1 --kind check.command --args-file disks.json --every 10m",
      "  muster schedule create prod tonight --node db-1 --kind service.restart --arg name=web --at 2026-12-24T02:00:00Z"
    })
final class ScheduleCreate implements Callable<Integer> {
  private final Session session;

  @Parameters(index = "0", paramLabel = "CLUSTER", description = "The cluster.")
  private String cluster = "";

  @Parameters(index = "1", paramLabel = "SCHEDULE", description = "What it is called.")
  private String name = "";

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Where the action is done; without it, on the cluster as a whole.")
  private Optional<String> node = Optional.empty();

  @Option(names = "--kind", required = true, paramLabel = "KIND", description = "What is done.")
  private String kind = "";

  @Option(
      names = {"-a", "--arg"},
      paramLabel = "NAME=VALUE",
      description = "An argument; may be repeated. JSON is taken as such, anything else as text.")
  private Map<String, String> args = new LinkedHashMap<>();

  @Option(
      names = "--args-file",
      paramLabel = "FILE",
      description = "Arguments as a JSON object; - for standard input. --arg wins.")
  private Optional<String> argsFile = Optional.empty();

  @Option(names = "--timeout", paramLabel = "TIME", description = "The action fails after it.")
  private Optional<Duration> timeout = Optional.empty();

  @Option(
      names = "--cron",
      paramLabel = "CRON",
      description = "Five fields: minute, hour, day of the month, month, day of the week.")
  private Optional<String> cron = Optional.empty();

  @Option(
      names = "--timezone",
      paramLabel = "ZONE",
      description = "In which --cron is read, such as Europe/Berlin (default: UTC).")
  private Optional<String> timezone = Optional.empty();

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = "Between two due times; the first is at --at, or one interval away.")
  private Optional<Duration> every = Optional.empty();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "The one due time, such as 2026-12-24T02:00:00Z.")
  private Optional<String> at = Optional.empty();

  @Option(
      names = "--overlap",
      paramLabel = "skip|allow",
      description = "While the action before is unfinished, start nothing, or one more.")
  private Optional<String> overlap = Optional.empty();

  @Option(names = "--disabled", description = "It starts nothing before it is enabled.")
  private boolean disabled;

  ScheduleCreate(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Answer answer = session.api().post(ApiPath.of("clusters", cluster, "schedules"), body());
    return session.say(
        answer,
        json ->
            "Schedule %s of %s %s: %s, %s"
                .formatted(
                    name,
                    cluster,
                    answer.status() == 201 ? "created" : "was known",
                    ScheduleCommands.when(json),
                    Json.optional(json, "next")
                        .map(next -> "due next at " + next)
                        .orElse("not due")));
  }

  private ObjectNode body() {
    ObjectNode body = Json.object().put("name", name);
    node.ifPresent(given -> body.put("node", given));
    ObjectNode action = body.putObject("action").put("kind", kind);
    ObjectNode values = Inputs.values("--args-file", argsFile, args, session.surroundings().in());
    if (!values.isEmpty()) {
      action.set("args", values);
    }
    timeout.ifPresent(time -> action.put("timeout", time.toString()));
    cron.ifPresent(given -> body.put("cron", given));
    timezone.ifPresent(given -> body.put("timezone", given));
    every.ifPresent(given -> body.put("every", given.toString()));
    at.ifPresent(given -> body.put("at", given));
    overlap.ifPresent(given -> body.put("overlap", given));
    if (disabled) {
      body.put("enabled", false);
    }
    return body;
  }
}
