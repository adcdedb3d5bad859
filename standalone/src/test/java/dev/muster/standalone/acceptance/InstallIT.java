package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An agent is installed through a real sshd, and exchanged for another one and back. */
@Tag("deep")
final class InstallIT {

  private static final String CLUSTER = "prod";
  private static final Duration TO_THE_FIRST_ACTION = Slack.on(Duration.ofSeconds(15));

  /** The aim is 60 MB; 67 to 75 were measured (docs/performance.md). */
  private static final long RESIDENT_AT_REST = 80L << 20;

  @TempDir private Path folder;
  private final int port = PortBlock.free();
  private Optional<SshDaemon> ssh = Optional.empty();
  private Optional<Installation> muster = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    Optional<Path> program = SshDaemon.program();
    Assumptions.assumeTrue(
        program.isPresent(), "no sshd here: install Debian's openssh-server (as .ci/run does)");
    Assumptions.assumeTrue(
        System.getProperty("muster.launcher") != null, "not packaged: run by Maven's verify");
    ssh = Optional.of(SshDaemon.start(program.get(), folder.resolve("ssh")));
    Path data = Files.createDirectories(folder.resolve("muster"));
    muster = Optional.of(new Installation(TestedEngine.EMBEDDED, data, Map.of()));
    muster().addCluster(CLUSTER);
    command("agent", "package", "--to", image().toString()); // made once; it is cached afterwards
  }

  @AfterEach
  void stop() {
    Path script = home().resolve("current/bin/muster-agent-node");
    if (Files.exists(script)) {
      Programs.run(List.of(script.toString(), "stop"));
    }
    muster.ifPresent(Installation::close);
    ssh.ifPresent(SshDaemon::close);
  }

  @Test
  void anAgentIsThereInSecondsStaysAsItIsAndIsExchangedAndBack() throws Exception {
    long began = System.nanoTime();
    Programs.Said said = install("n1", home());
    assertThat(said.code()).as(said.errors()).isZero();
    assertDone("n1");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TO_THE_FIRST_ACTION);
    assertThat(resident()).as("bytes at rest").isLessThan(RESIDENT_AT_REST);
    assertThat(Files.exists(home().resolve("join-token"))).isFalse();

    String standing = standing();
    Programs.Said again = install("n1", home());
    assertThat(again.code()).as(again.errors()).isZero();
    assertThat(again.out()).contains("Nothing to change");
    assertThat(standing()).as("the same process").isEqualTo(standing);

    Path other = changed("00000000000000aa", "exit=0");
    JsonNode exchanged = upgrade(other);
    assertThat(Json.text(exchanged, "state")).as(exchanged.toString()).isEqualTo("Completed");
    assertThat(standing()).contains("asked", "00000000000000aa").isNotEqualTo(standing);

    // It runs when it is asked for its version, and ends at once when it is to work.
    Path broken = changed("00000000000000bb", "[ \"$1\" = --version ] || exit 3");
    JsonNode back = upgrade(broken);
    assertThat(Json.text(back, "state")).as(back.toString()).isEqualTo("ApplyFailed");
    assertThat(failure(back)).contains("the agent is the one of before (00000000000000aa)");
    assertThat(standing()).contains("00000000000000aa");
    assertDone("n1");
    try (Stream<Path> versions = Files.list(home().resolve("versions"))) {
      assertThat(versions.map(one -> one.getFileName().toString()))
          .contains("00000000000000aa")
          .doesNotContain("00000000000000bb");
    }
  }

  @Test
  void whatFailsLeavesNothingBehindAndSaysWhichStepFailed() throws Exception {
    try (ServerSocket taken = new ServerSocket(port)) {
      Programs.Said said = install("n1", folder.resolve("deep/down/agent"));
      assertThat(said.code()).isEqualTo(1);
      assertThat(said.errors()).contains("start: the agent does not start", "cannot listen on");
      assertThat(taken.isBound()).isTrue();
    }
    assertThat(folder.resolve("deep")).doesNotExist();
    Assertions.assertThatThrownBy(
            () -> muster().api().get(ApiPath.of("clusters", CLUSTER, "nodes", "n1")))
        .isInstanceOf(ApiFailure.class);

    Programs.Said unreached = install("n1", home(), "--address", "https://127.0.0.1:1");
    assertThat(unreached.code()).isEqualTo(1);
    assertThat(unreached.errors())
        .contains("reach: the agent has joined, and Muster does not reach");
    assertThat(home()).doesNotExist();
    Assertions.assertThatThrownBy(
            () -> muster().api().get(ApiPath.of("clusters", CLUSTER, "nodes", "n1")))
        .isInstanceOf(ApiFailure.class);
  }

  @Test
  void whereNobodyLogsInTheStepIsNamed() {
    Programs.Said said =
        command("agent", "install", "ssh://127.0.0.1:1", "-c", CLUSTER, "-n", "n1");
    assertThat(said.code()).isEqualTo(1);
    assertThat(said.errors()).contains("connect: ", "Connection refused");
  }

  private Programs.Said install(String node, Path home, String... more) {
    List<String> words = new ArrayList<>(List.of("agent", "install", ssh.orElseThrow().url()));
    words.addAll(List.of("--cluster", CLUSTER, "--node", node, "--prefix", home.toString()));
    words.addAll(List.of("--ssh-config", ssh.orElseThrow().clientConfiguration().toString()));
    words.addAll(List.of("--listen", "127.0.0.1:" + port));
    try {
      Path config = folder.resolve("agent.json");
      Files.writeString(
          config, "{\"artifacts\": {\"folders\": [], \"files\": [\"%s\"]}}".formatted(folder));
      words.addAll(List.of("--config", config.toString()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    words.addAll(List.of(more));
    return command(words.toArray(String[]::new));
  }

  private Programs.Said command(String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("muster.launcher")).normalize().toString());
    command.addAll(List.of(words));
    Map<String, String> environment = new HashMap<>(Launcher.ENVIRONMENT);
    environment.put("MUSTER_SERVER", muster().url());
    return Programs.run(command, environment);
  }

  /** The image with another name, whose start has a line more. */
  private Path changed(String name, String line) throws IOException {
    Path work = Files.createDirectories(folder.resolve(name));
    run("tar", "-xzf", image().toString(), "-C", work.toString());
    Path root = work.resolve("muster-agent");
    String platform = Files.readAllLines(root.resolve("image")).getLast();
    Files.writeString(root.resolve("image"), name + "\n" + platform + "\n");
    Path start = root.resolve("bin/muster-agent");
    String text = Files.readString(start);
    Files.writeString(
        start, text.replaceFirst("set -eu\n", Matcher.quoteReplacement("set -eu\n" + line + "\n")));
    Path tarball = folder.resolve(name + ".tar.gz");
    run(
        "sh",
        "-c",
        "cd '%s' && tar --format=ustar --no-recursion -czf '%s' muster-agent/image $(find muster-agent ! -path muster-agent/image)"
            .formatted(work, tarball));
    return tarball;
  }

  private JsonNode upgrade(Path tarball) {
    Programs.Said said =
        command(
            "agent",
            "upgrade",
            "--cluster",
            CLUSTER,
            "--file",
            tarball.toString(),
            "--package",
            tarball.toString(),
            "--param",
            "settle=1s",
            "--param",
            "within=" + Slack.on(Duration.ofSeconds(20)).toSeconds() + "s",
            "-o",
            "json");
    assertThat(said.code()).as(said.errors()).isZero();
    return muster().awaitEnd(Json.text(Json.parse(said.out().strip()), "id"));
  }

  private String failure(JsonNode run) {
    return Json.items(
            muster().api().get(ApiPath.of("actions").with("run", Json.text(run, "id"))).json(),
            "items")
        .toString();
  }

  private void assertDone(String node) {
    ApiPath actions = ApiPath.of("clusters", CLUSTER, "nodes", node, "actions");
    ObjectNode action = Json.object().put("kind", "test.success");
    String id = Json.text(muster().api().post(actions, action).json(), "id");
    Awaitility.await("action on " + node)
        .atMost(TO_THE_FIRST_ACTION)
        .pollInterval(Duration.ofMillis(50))
        .until(() ->
            Json.text(muster().api().get(ApiPath.of("actions", id)).json(), "state")
                .equals("DONE"));
  }

  private long resident() throws IOException {
    Path status = Path.of("/proc", standing().split(" ", -1)[1], "status");
    return Files.readAllLines(status, StandardCharsets.UTF_8).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
            .sum()
        << 10;
  }

  private String standing() throws IOException {
    return Files.readString(home().resolve("data/standing")).strip();
  }

  private static void run(String... command) {
    Programs.Said said = Programs.run(List.of(command));
    assertThat(said.code()).as(said.errors()).isZero();
  }

  private Path home() {
    return folder.resolve("home/agent");
  }

  private Path image() {
    return folder.resolve("image.tar.gz");
  }

  private Installation muster() {
    return muster.orElseThrow();
  }
}
