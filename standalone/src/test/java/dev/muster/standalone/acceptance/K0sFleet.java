package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** A cluster of k0s: controllers and workers, the server with their files, and its plans. */
final class K0sFleet implements AutoCloseable {

  private static final Duration SOON = Slack.on(Duration.ofMinutes(2));

  private final Installation muster;
  private final String cluster;
  private final Path folder;
  private final K0sFiles files;
  private final Map<String, K0sBox> boxes = new LinkedHashMap<>();
  private int versions;

  private K0sFleet(Installation muster, String cluster, Path folder, K0sFiles files) {
    this.muster = muster;
    this.cluster = cluster;
    this.folder = folder;
    this.files = files;
  }

  /** Starts so many of both; every other one is in zone a, the first too. */
  static K0sFleet start(SharedMuster shared, String cluster, int controllers, int workers)
      throws IOException {
    K0sFleet fleet = new K0sFleet(shared.get(), cluster, shared.folder(), K0sFiles.start());
    try {
      fleet.begin(controllers, workers);
      return fleet;
    } catch (IOException | RuntimeException failed) {
      fleet.close();
      throw failed;
    }
  }

  private void begin(int controllers, int workers) throws IOException {
    for (int i = 0; i < controllers; i++) {
      add("controller" + i, i % 2 == 0 ? "a" : "b");
    }
    for (int i = 0; i < workers; i++) {
      add("worker" + i, i % 2 == 0 ? "a" : "b");
    }
    muster.awaitUp(cluster, controllers + workers);
  }

  private void add(String id, String zone) throws IOException {
    boxes.put(id, K0sBox.start(muster, cluster, id, zone, folder));
  }

  K0sBox box(String id) {
    return Optional.ofNullable(boxes.get(id)).orElseThrow();
  }

  K0sFiles files() {
    return files;
  }

  /** A version that nobody has. */
  String nextVersion() {
    versions++;
    return "v1.30.%d+k0s.0".formatted(versions);
  }

  /** What runs on each node. */
  Map<String, String> running() throws IOException {
    Map<String, String> running = new LinkedHashMap<>();
    for (K0sBox box : boxes.values()) {
      running.put(box.id(), box.version());
    }
    return running;
  }

  /** Writes a plan of these commands. */
  Path plan(String name, String... commands) throws IOException {
    Path file = folder.resolve(name + "-" + versions + ".yaml");
    Files.writeString(
        file,
        """
        apiVersion: autopilot.k0sproject.io/v1beta2
        kind: Plan
        metadata: {name: %s}
        spec:
          id: id%d
          timestamp: now
          commands:
        %s
        """
            .formatted(name, versions, String.join("\n", commands).indent(4)));
    return file;
  }

  /** The command {@code airgapupdate}. */
  String airgap(String version, String workers) {
    return """
    - airgapupdate:
        version: %s
        platforms: {%s}
        workers: {%s}
    """
        .formatted(version, files.bundles(version), workers);
  }

  /** The command {@code k0supdate}. */
  String update(String version, String targets) {
    return update(version, files.programs(version), targets);
  }

  String update(String version, String platforms, String targets) {
    return """
    - k0supdate:
        version: %s
        platforms: {%s}
        targets: {%s}
    """
        .formatted(version, platforms, targets);
  }

  static String named(String... nodes) {
    return "discovery: {static: {nodes: [%s]}}".formatted(String.join(", ", nodes));
  }

  static String workers(String... nodes) {
    return "workers: {%s}".formatted(named(nodes));
  }

  static String controllers(String... nodes) {
    return "controllers: {%s}".formatted(named(nodes));
  }

  void apply(Path plan, String... options) {
    List<String> words =
        new ArrayList<>(List.of("k0s", "apply", plan.toString(), "--cluster", cluster));
    words.addAll(List.of(options));
    muster.said(words.toArray(String[]::new));
  }

  JsonNode shown(String plan) {
    return muster.api().get(path(plan)).json();
  }

  private ApiPath path(String... plan) {
    return ApiPath.of(
        Stream.concat(Stream.of("clusters", cluster, "autopilot", "plans"), Stream.of(plan))
            .toArray(String[]::new));
  }

  /** Waits until the plan is as is wanted, and returns every state that it was seen in. */
  List<String> await(String plan, String what, Predicate<JsonNode> wanted) {
    List<String> states = new ArrayList<>();
    Awaitility.await(what)
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptionsMatching(failure ->
            failure instanceof ApiFailure away && away.kind() == ApiFailure.Kind.UNAVAILABLE)
        .until(() -> {
          JsonNode seen = shown(plan);
          states.add(Json.text(seen, "state"));
          return wanted.test(seen);
        });
    return states;
  }

  List<String> awaitState(String plan, String state) {
    return await(plan, plan + " is " + state, seen -> Json.text(seen, "state").equals(state));
  }

  List<String> awaitNode(String plan, String node, String state) {
    return await(
        plan,
        "%s of %s is %s".formatted(node, plan, state),
        seen -> nodes(seen).contains(node + " " + state));
  }

  /** Each node of each command with its state, in the order of the status. */
  static List<String> nodes(JsonNode plan) {
    List<String> nodes = new ArrayList<>();
    for (JsonNode command : Json.items(plan, "commands")) {
      for (String role : List.of("controllers", "workers")) {
        Json.items(command, role)
            .forEach(node -> nodes.add(Json.text(node, "name") + " " + Json.text(node, "state")));
      }
    }
    return nodes;
  }

  /** Everything that the plan says of why it is as it is. */
  static String why(JsonNode plan) {
    StringBuilder why = new StringBuilder(Json.text(plan, "why"));
    Json.items(plan, "commands")
        .forEach(command -> why.append('\n').append(Json.text(command, "description")));
    return why.toString();
  }

  /** Takes all plans away, and waits until nothing of them runs. */
  void clear() {
    List<JsonNode> plans = Json.items(muster.api().get(path()).json(), "items");
    for (JsonNode plan : plans) {
      muster.api().delete(path(Json.text(plan, "name")));
    }
    for (JsonNode plan : plans) {
      Json.optional(plan, "run").ifPresent(muster::awaitEnd);
    }
    assertThat(Json.items(muster.api().get(path()).json(), "items")).isEmpty();
  }

  @Override
  public void close() throws IOException {
    files.close();
    for (K0sBox box : boxes.values()) {
      box.close();
    }
  }
}
