package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.process.ProcessIdentity;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A provider's configuration, and what there is of its members: files, and processes of /proc. */
final class HostingScene implements AutoCloseable {

  /** A range for each scene, so that none meets what another left behind. */
  private static final AtomicInteger NEXT_RANGE =
      new AtomicInteger(15_000 + (int) (ProcessHandle.current().pid() % 300) * 40);

  private static final String SLEEP = "[\"sh\",\"-c\",\"exec sleep 1000\"]";

  private final Path folder;
  private final int firstPort = NEXT_RANGE.getAndAdd(20);

  HostingScene(Path folder) {
    this.folder = folder;
  }

  /** What processes of a member are, as the host sees them. */
  record Seen(long pid, String home, String part, boolean leader) {}

  Path members() {
    return folder.resolve("members");
  }

  int firstPort() {
    return firstPort;
  }

  String config() throws IOException {
    return config(20);
  }

  /** With so many ports. */
  String config(int ports) throws IOException {
    return TestAgent.config(
        folder,
        """
        {"members": {"folder": "%s", "ports": "%d-%d"}, "allow": ["sh", "java", "*/java", "%s"],
         "allowEnv": ["APP_*"]}
        """
            .formatted(
                members(), firstPort, firstPort + ports - 1, AgentProcess.java().getFirst()));
  }

  TestAgent start() throws IOException {
    return TestAgent.start(folder.resolve("data"), "--config", config());
  }

  AgentProcess startProcess() throws IOException {
    return AgentProcess.start(folder.resolve("data"), "--config", config());
  }

  static String spec(String service) {
    return "{\"service\": %s}".formatted(service);
  }

  /** A service that runs until it is told to end. */
  static String sleeping() {
    return spec("{\"argv\": %s}".formatted(SLEEP));
  }

  /** A service that runs and does not what its status asks for. */
  static String neverUp() {
    return spec(
        "{\"argv\": %s, \"status\": {\"tcp\": \"${member.host}:${member.port}\"}}"
            .formatted(SLEEP));
  }

  static String action(String verb, String member, String spec, String more) {
    return """
    {"kind": "member.%s", "args": {"member": "%s", "cluster": "prod", "index": 3, "spec": %s,
      "data": {"placement": {"zone": "a"}}, "physical": {} %s}}
    """
        .formatted(verb, member, spec, more);
  }

  static ActionReport done(Caller caller, String action) {
    return caller.until(caller.accepted(action), ActionState.DONE);
  }

  static JsonNode create(Caller caller, String member, String spec) {
    return Caller.payload(done(caller, action("create", member, spec, "")));
  }

  static JsonNode check(Caller caller, String member) {
    return Caller.payload(done(caller, action("check", member, "{}", "")));
  }

  static JsonNode recover(Caller caller, String member, String operation) {
    return Caller.payload(
        done(
            caller,
            action("recover", member, sleeping(), ", \"operation\": \"%s\"".formatted(operation))));
  }

  /** Fails, and says why. */
  static String failed(Caller caller, String action) {
    ActionReport report = caller.until(caller.accepted(action), ActionState.FAILED);
    return report.error().orElseThrow().message();
  }

  Optional<ObjectNode> record(String member) throws IOException {
    Path file = members().resolve(member).resolve("note-record");
    return Files.exists(file)
        ? Optional.of((ObjectNode) WireFormat.JSON.readTree(Files.readString(file)))
        : Optional.empty();
  }

  /** Names of what lies in the folder of the members. */
  List<String> left() throws IOException {
    if (!Files.isDirectory(members())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(members())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(".lock"))
          .sorted()
          .toList();
    }
  }

  /** All processes that bear the mark of a member below this scene's folder. */
  List<Seen> processes() throws IOException {
    List<Seen> seen = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        Map<String, String> environment = environment(process);
        String home = environment.getOrDefault("MUSTER_MEMBER_HOME", "");
        long pid = Long.parseLong(process.getFileName().toString());
        if (home.startsWith(members().toString()) && ProcessIdentity.of(pid).isPresent()) {
          String part = environment.getOrDefault("MUSTER_MEMBER_PART", "");
          seen.add(new Seen(pid, home, part, isLeader(process, pid)));
        }
      }
    }
    return seen;
  }

  static Map<String, String> environment(Path process) {
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

  private static boolean isLeader(Path process, long pid) {
    try {
      String stat = Files.readString(process.resolve("stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5)[3].equals(Long.toString(pid));
    } catch (IOException gone) {
      return false;
    }
  }

  void expectNothingLeft() throws IOException {
    assertThat(left()).isEmpty();
    assertThat(processes()).isEmpty();
  }

  /** kill -9, and gone. */
  static void kill(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    long end = System.nanoTime() + 10_000_000_000L;
    while (ProcessIdentity.of(pid).isPresent()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  /** Whatever a failed test left. */
  @Override
  public void close() throws IOException {
    processes().forEach(one -> kill(one.pid()));
  }
}
