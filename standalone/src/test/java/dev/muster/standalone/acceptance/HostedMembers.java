package dev.muster.standalone.acceptance;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * A provider's node {@code p1}, which makes members with the kinds that agents have of themselves:
 * each is an agent and a service; and what there is of them on this host.
 */
final class HostedMembers implements AutoCloseable {

  private static final int PORTS = 60;

  private final Path folder;

  private HostedMembers(Path folder) {
    this.folder = folder;
  }

  /** A process of a member, such as its {@code agent}. */
  record MemberProcess(String member, String part, ProcessHandle process) {}

  /** Starts the provider's agent, and registers its node. */
  static HostedMembers start(Installation muster, String cluster, Path home) throws IOException {
    HostedMembers hosted = new HostedMembers(home.resolve("hosted"));
    int first = PortBlock.free(1, PORTS - 1);
    ObjectNode config = Json.object();
    config
        .putObject("members")
        .put("folder", hosted.folder.toString())
        .put("ports", "%d-%d".formatted(first, first + PORTS - 1));
    Path file = home.resolve("p1.json");
    Files.writeString(file, Json.write(config));
    String url = muster.beginAgent("p1", List.of("--config", file.toString()));
    ObjectNode node = Json.object().put("id", "p1").put("agent", url);
    node.putObject("labels").put("provider", "yes");
    muster.api().post(ApiPath.of("clusters", cluster, "nodes"), node);
    muster.awaitUp(cluster, 1);
    muster.api().post(ApiPath.of("profiles"), "application/yaml", PROFILE);
    return hosted;
  }

  private static final String PROFILE =
      """
      apiVersion: muster/v1
      kind: Profile
      name: sleepers
      providers: {labels: {provider: "yes"}}
      timeouts: {create: PT1M, delete: PT1M, check: PT30S, recover: PT1M}
      spec:
        service: {argv: [sh, -c, exec sleep 100000], grace: 1s}
      """;

  /** Members of which the provider has a record. */
  Set<String> recorded() throws IOException {
    Set<String> recorded = new TreeSet<>();
    try (Stream<Path> homes = Files.list(folder)) {
      homes
          .filter(home -> Files.exists(home.resolve("note-record")))
          .forEach(home -> recorded.add(home.getFileName().toString()));
    }
    return recorded;
  }

  /** The first processes of agents and services; what they started themselves is theirs. */
  List<MemberProcess> processes() throws IOException {
    List<MemberProcess> seen = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        Map<String, String> environment = environment(process);
        String home = environment.getOrDefault("MUSTER_MEMBER_HOME", "");
        if (home.startsWith(folder + "/") && isLeader(process)) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
              .filter(ProcessHandle::isAlive)
              .ifPresent(handle ->
                  seen.add(
                      new MemberProcess(
                          folder.relativize(Path.of(home)).getName(0).toString(),
                          environment.getOrDefault("MUSTER_MEMBER_PART", ""),
                          handle)));
        }
      }
    }
    return seen;
  }

  private static Map<String, String> environment(Path process) {
    Map<String, String> environment = new TreeMap<>();
    try {
      String text = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
      for (String variable : text.split("\0", -1)) {
        int sign = variable.indexOf('=');
        if (sign > 0) {
          environment.put(variable.substring(0, sign), variable.substring(sign + 1));
        }
      }
    } catch (IOException gone) {
      return environment;
    }
    return environment;
  }

  /** Whether it leads its session, as the first process of a part does, and is no corpse. */
  private static boolean isLeader(Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5);
      return fields[3].equals(process.getFileName().toString()) && !fields[0].equals("Z");
    } catch (IOException gone) {
      return false;
    }
  }

  /** kill -9, and gone. */
  static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() throws IOException {
    processes().forEach(one -> one.process().destroyForcibly());
  }
}
