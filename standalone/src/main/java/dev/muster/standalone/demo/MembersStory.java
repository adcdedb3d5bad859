package dev.muster.standalone.demo;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.cli.terminal.Text;
import dev.muster.standalone.StartProblem;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What becomes of the members of the demo's cluster, action by action. */
final class MembersStory {

  static final String PROFILE = "small";

  private static final Duration OVER_WITHIN = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final String OLDEST =
      """
      apiVersion: muster/v1
      kind: Policy
      metadata: {name: oldest-go}
      spec:
        type: deletion
        properties: {criteria: OLDEST_FIRST}
      """;
  private static final int FAILED = 1;

  private final MusterApi api;
  private final PrintStream out;
  private boolean well = true;

  MembersStory(MusterApi api, PrintStream out) {
    this.api = api;
    this.out = out;
  }

  /** Returns the exit code: 1 if an action did not end as it was to, or somebody is left. */
  int tell(ObjectNode profile) throws InterruptedException {
    api.post(ApiPath.of("profiles"), profile);
    String policy =
        Json.text(api.post(ApiPath.of("policies"), "application/yaml", OLDEST).json(), "name");
    api.post(of("policies"), Json.object().put("policy", policy));
    out.println(
        "One node makes members, by the profile %s. The oldest go first.".formatted(PROFILE));

    act("cluster.create", "profile=" + PROFILE, "minSize=1", "maxSize=5", "desired=3");
    act("cluster.scale-out", "count=1");
    String victim = kill();
    long before = services().getOrDefault(victim, 0L);
    act("cluster.recover", "check=true");
    well &= services().getOrDefault(victim, before) != before;
    String oldest = services().keySet().stream().findFirst().orElse("");
    act("cluster.scale-in", "count=1");
    well &= !services().containsKey(oldest);
    act("cluster.delete");
    well &= services().isEmpty();
    return well ? 0 : FAILED;
  }

  /** Does it as a person would, and shows who is there then. */
  private void act(String kind, String... args) throws InterruptedException {
    StringBuilder command = new StringBuilder("$ ./muster action create --wait --cluster ");
    command.append(DemoCluster.NAME).append(" --kind ").append(kind);
    List.of(args).forEach(arg -> command.append(" --arg ").append(arg));
    out.println();
    out.println(command);
    ObjectNode body = Json.object().put("kind", kind);
    ObjectNode typed = body.putObject("args");
    for (String arg : args) {
      String[] parts = arg.split("=", 2);
      typed.set(parts[0], Json.typed(parts[1]));
    }
    JsonNode action = ended(Json.text(api.post(of("actions"), body).json(), "id"));
    String state = Json.text(action, "state");
    well &= state.equals("DONE");
    List<JsonNode> history = Json.items(action, "transitions");
    out.println("  %s: %s".formatted(state, Text.clean(Json.text(history.getLast(), "why"))));
    for (JsonNode member : members()) {
      out.println(
          "  %-8s %-8s agent %d, service %d"
              .formatted(
                  Json.text(member, "node"),
                  Json.text(member, "state"),
                  member.path("physical").path("agentPid").asLong(),
                  member.path("physical").path("servicePid").asLong()));
    }
  }

  private JsonNode ended(String id) throws InterruptedException {
    Instant end = Instant.now().plus(OVER_WITHIN);
    JsonNode action = api.get(ApiPath.of("actions", id)).json();
    while (!action.has("finishedAt")) {
      if (Instant.now().isAfter(end)) {
        throw new StartProblem("action %s was not over within %s".formatted(id, OVER_WITHIN));
      }
      Thread.sleep(LOOK_EVERY);
      action = api.get(ApiPath.of("actions", id)).json();
    }
    return action;
  }

  /** kill -9 of the service of the member in the middle. */
  private String kill() {
    List<Map.Entry<String, Long>> services = List.copyOf(services().entrySet());
    Map.Entry<String, Long> victim = services.get(services.size() / 2);
    out.println();
    out.println(
        "$ kill -9 %d    # the service of %s".formatted(victim.getValue(), victim.getKey()));
    ProcessHandle.of(victim.getValue())
        .ifPresent(process -> {
          process.destroyForcibly();
          process.onExit().join();
        });
    return victim.getKey();
  }

  /** The process ids of the members' services, by the members' names. */
  private Map<String, Long> services() {
    Map<String, Long> services = new TreeMap<>();
    members()
        .forEach(member ->
            services.put(
                Json.text(member, "node"), member.path("physical").path("servicePid").asLong()));
    return services;
  }

  private List<JsonNode> members() {
    return Json.items(api.get(of("members")).json(), "items");
  }

  private static ApiPath of(String what) {
    return ApiPath.of("clusters", DemoCluster.NAME, what);
  }
}
