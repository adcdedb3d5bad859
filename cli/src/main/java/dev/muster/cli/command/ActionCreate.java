package dev.muster.cli.command;

import dev.muster.cli.follow.RunView;
import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster action create}: one action on one node, or on a cluster, outside of any run. */
@Command(
    name = "create",
    description = "Has one node, or a cluster as a whole, do one thing, when its turn comes.",
    footer = {
      "",
      "Examples:",
      "  muster action create prod-kafka broker-3 service.restart --arg name=kafka",
      "  muster action create prod-kafka broker-3 exec.command --wait -- df -h /var/lib/kafka",
      "  muster action create demo node-1 check.http --arg url=http://127.0.0.1:8080/health --approval",
      "  muster action create --cluster prod-kafka --kind cluster.check --wait",
      "  muster action create --cluster prod-kafka --kind cluster.check --arg kind=agent.version"
    })
final class ActionCreate implements Callable<Integer> {
  private final Session session;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CLUSTER",
      description = "The node's cluster.")
  private Optional<String> cluster = Optional.empty();

  @Parameters(index = "1", arity = "0..1", paramLabel = "NODE", description = "The node.")
  private Optional<String> node = Optional.empty();

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "KIND",
      description = "What to do, such as exec.command.")
  private Optional<String> kind = Optional.empty();

  @Parameters(
      index = "3..*",
      arity = "0..*",
      paramLabel = "ARGV",
      description = "Behind --: a program and its arguments, for exec.command.")
  private List<String> argv = new ArrayList<>();

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = "On this cluster as a whole, not on a node; with --kind.")
  private Optional<String> onCluster = Optional.empty();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "What the cluster is to do: cluster.check.")
  private Optional<String> clusterKind = Optional.empty();

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

  @Option(names = "--approval", description = "It waits until somebody approves it.")
  private boolean approval;

  @Option(
      names = "--depends-on",
      paramLabel = "ACTION",
      description = "Another action that must succeed first; may be repeated.")
  private List<String> dependsOn = new ArrayList<>();

  @Option(names = "--timeout", paramLabel = "TIME", description = "It fails after this time.")
  private Optional<Duration> timeout = Optional.empty();

  @Option(
      names = "--schedule-within",
      paramLabel = "TIME",
      description = "It fails if it cannot be sent in this time, such as 10m; a day if not given.")
  private Optional<Duration> scheduleWithin = Optional.empty();

  @Option(names = "--even-when-down", description = "Also on a node that is not up.")
  private boolean evenWhenDown;

  @Option(
      names = {"-w", "--wait"},
      description = "Waits until it is over; the exit code says how it ended.")
  private boolean wait;

  @Option(names = "--metadata", paramLabel = "NAME=VALUE", description = "Kept with it.")
  private Map<String, String> metadata = new LinkedHashMap<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "By what it can be found, its metadata's name; it need not be unique.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--id",
      paramLabel = "UUID",
      description = "Its id. The same again does nothing twice.")
  private Optional<String> id = Optional.empty();

  ActionCreate(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    String action = id.map(Inputs::uuid).orElseGet(() -> UUID.randomUUID().toString());
    ApiPath path = path();
    ObjectNode body = body(action);
    Answer answer = Resend.whenUnanswered(session, action, () -> session.api().post(path, body));
    if (!wait) {
      return session.answer(answer, json -> say(json, answer.status()));
    }
    if (!session.wantsJson()) {
      say(answer.json(), answer.status());
    }
    return new ActionWait(session, action).call();
  }

  /** Three words name a node and its work; two options a cluster and its own. */
  private ApiPath path() {
    if (onCluster.isPresent() && clusterKind.isPresent() && cluster.isEmpty()) {
      return ApiPath.of("clusters", onCluster.get(), "actions");
    }
    if (kind.isPresent() && onCluster.isEmpty() && clusterKind.isEmpty()) {
      return ApiPath.of("clusters", cluster.orElseThrow(), "nodes", node.orElseThrow(), "actions");
    }
    throw new UsageFailure(
        "where and what: expected CLUSTER NODE KIND for a node, or --cluster CLUSTER --kind KIND"
            + " for a cluster");
  }

  private void say(JsonNode json, int status) {
    String waits = Json.text(json.path("wait"), "text");
    session
        .out()
        .println(
            Text.clean(
                "Action %s %s: %s on %s is %s%s"
                    .formatted(
                        Json.text(json, "id"),
                        status == 201 ? "created" : "exists already",
                        Json.text(json, "kind"),
                        Json.optional(json, "node")
                            .orElseGet(() -> "cluster " + Json.text(json, "cluster")),
                        Json.text(json, "state"),
                        waits.isEmpty() ? "" : ": " + waits)));
    session
        .out()
        .printf(
            "To look at it: %s action show %s%n",
            session.command(), RunView.shortId(Json.text(json, "id")));
  }

  private ObjectNode body(String action) {
    ObjectNode body =
        Json.object().put("id", action).put("kind", kind.or(() -> clusterKind).orElseThrow());
    ObjectNode values = Inputs.values("--args-file", argsFile, args, session.surroundings().in());
    if (!argv.isEmpty()) {
      ArrayNode words = values.putArray("argv");
      argv.forEach(words::add);
    }
    if (!values.isEmpty()) {
      body.set("args", values);
    }
    if (approval) {
      body.put("approve", "required");
    }
    if (!dependsOn.isEmpty()) {
      ArrayNode ids = body.putArray("dependsOn");
      dependsOn.forEach(typed -> ids.add(Resolve.action(session, typed)));
    }
    timeout.ifPresent(time -> body.put("timeout", time.toString()));
    scheduleWithin.ifPresent(time -> body.put("scheduleWithin", time.toString()));
    if (evenWhenDown) {
      body.put("evenWhenDown", true);
    }
    name.ifPresent(given -> metadata.put("name", given));
    if (!metadata.isEmpty()) {
      body.set("metadata", Inputs.texts(metadata));
    }
    return body;
  }
}
