package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.sample.K0sStandin;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A node on which a stand-in for k0s runs, a server with the next version of it, and a Kubernetes
 * API. The service can be held up while it is stopped, and while it is started.
 */
final class K0sScene implements AutoCloseable {

  static final String OLD = "v1.30.1+k0s.0";
  static final String NEW = "v1.30.2+k0s.0";

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Path folder;
  private final int port;
  private final ArtifactServer server;
  private final KubeStub kube;

  private K0sScene(Path folder, int port, ArtifactServer server, KubeStub kube) {
    this.folder = folder;
    this.port = port;
    this.server = server;
    this.kube = kube;
  }

  /** The old version runs; the node n1 has no pods. */
  static K0sScene in(Path beside) throws Exception {
    Path folder = Files.createDirectories(beside.resolve("an odd place/that's k0s"));
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    K0sScene scene =
        new K0sScene(folder, port, ArtifactServer.of(bytes(NEW)), KubeStub.start().node("n1"));
    K0sStandin.write(scene.binary(), OLD);
    scene.run(scene.command("start"));
    scene.awaitUp();
    return scene;
  }

  /** It runs, and answers nobody. */
  void becomesDeaf() throws IOException {
    run(command("stop"));
    run(List.of(binary().toString(), "start", "--pid-file", pidFile()));
  }

  private void run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.onExit().join().exitValue()).as("%s", command).isZero();
  }

  private void awaitUp() throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    while (true) {
      try {
        assertThat(running()).isEqualTo(OLD);
        return;
      } catch (IOException notYet) {
        assertThat(System.nanoTime()).isLessThan(end);
        Thread.onSpinWait();
      }
    }
  }

  static byte[] bytes(String version) {
    return K0sStandin.script(version).getBytes(StandardCharsets.UTF_8);
  }

  Path folder() {
    return folder;
  }

  Path binary() {
    return folder.resolve("k0s");
  }

  Path next() {
    return folder.resolve("k0s.tmp");
  }

  ArtifactServer server() {
    return server;
  }

  KubeStub kube() {
    return kube;
  }

  int port() {
    return port;
  }

  /** With the API of the scene. */
  String config() throws IOException {
    return config(Map.of("kubeconfig", kube.kubeconfig(folder).toString()));
  }

  /** With these words about Kubernetes. */
  String config(Map<String, String> kubernetes) throws IOException {
    Map<String, Object> service =
        Map.of(
            "start", held("start"),
            "stop", held("stop"),
            "status", Map.of("http", "http://127.0.0.1:%d/health".formatted(port)));
    return TestAgent.config(
        folder,
        WireFormat.JSON.writeValueAsString(
            Map.of(
                "services", Map.of("k0s", service),
                "k0s",
                    Map.of(
                        "binary",
                        binary().toString(),
                        "service",
                        "k0s",
                        "data",
                        folder.resolve("data-of-k0s").toString(),
                        "readyz",
                        "http"),
                "kubernetes", kubernetes)));
  }

  private List<String> command(String verb) {
    return List.of(
        binary().toString(), verb, "--port", String.valueOf(port), "--pid-file", pidFile());
  }

  private String pidFile() {
    return folder.resolve("k0s.pid").toString();
  }

  private List<String> held(String verb) {
    String script =
        """
        echo begun >>"$1.count"; [ ! -e "$1" ] || : >"$1.held"; while [ -e "$1" ]; do sleep 0.05; done; shift; exec "$@"
        """;
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", script, "held", gate(verb).toString()));
    command.addAll(command(verb));
    return command;
  }

  private Path gate(String verb) {
    return folder.resolve("hold-" + verb);
  }

  /** The service is not stopped or started until the gate is opened. */
  void hold(String verb) throws IOException {
    Files.createFile(gate(verb));
  }

  void open(String verb) throws IOException {
    Files.delete(gate(verb));
  }

  boolean isHeld(String verb) {
    return Files.exists(folder.resolve("hold-" + verb + ".held"));
  }

  /** How often the service was stopped or started by the agent. */
  int times(String verb) throws IOException {
    Path count = folder.resolve("hold-" + verb + ".count");
    return Files.exists(count) ? Files.readAllLines(count).size() : 0;
  }

  ObjectNode update() {
    return update(NEW);
  }

  ObjectNode update(String version) {
    ObjectNode args = WireFormat.JSON.createObjectNode().put("version", version);
    ObjectNode platforms = args.putObject("platforms");
    platforms.putObject("plan9-mips").put("url", "http://192.0.2.1/k0s-plan9");
    platforms
        .putObject("linux-" + (System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64"))
        .put("url", server.url())
        .put("sha256", ArtifactScene.sha256(bytes(version)));
    args.putObject("drain").put("timeout", "30s");
    return args;
  }

  /** What the running process says, which is not what the file says. */
  JsonNode health() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/health".formatted(port))).build();
    return WireFormat.JSON.readTree(
        HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  String running() throws Exception {
    return health().path("version").asString("");
  }

  /** The new version runs, the old one is kept, and nothing is left beside it. */
  void expectNew() throws Exception {
    expectNewRuns();
    assertThat(folder.resolve(".k0s.muster"))
        .isDirectoryContaining(file -> file.getFileName().toString().startsWith("previous-"));
  }

  void expectNewRuns() throws Exception {
    assertThat(running()).isEqualTo(NEW);
    assertThat(Files.readAllBytes(binary())).isEqualTo(bytes(NEW));
    assertThat(Files.isExecutable(binary())).isTrue();
    expectNothingBeside();
  }

  /** The old one is there and runs, and nothing is left beside it. */
  void expectOld() throws Exception {
    expectOldRuns();
    expectNothingBeside();
  }

  void expectOldRuns() throws Exception {
    assertThat(running()).isEqualTo(OLD);
    assertThat(Files.readAllBytes(binary())).isEqualTo(bytes(OLD));
  }

  private void expectNothingBeside() {
    assertThat(folder.resolve("k0s.tmp")).doesNotExist();
    assertThat(folder.resolve("k0s.tmp.tag")).doesNotExist();
    assertThat(folder.resolve("k0s.new")).doesNotExist();
  }

  @Override
  public void close() throws IOException {
    for (String verb : List.of("stop", "start")) {
      Files.deleteIfExists(gate(verb));
    }
    run(command("stop"));
    server.close();
    kube.close();
  }
}
