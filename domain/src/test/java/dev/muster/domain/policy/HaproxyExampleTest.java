package dev.muster.domain.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.muster.domain.policy.PolicyReading.Fit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The example with HAProxy, as the policy writes it and a real HAProxy executes it. */
final class HaproxyExampleTest {

  private static final Path EXAMPLE = Path.of("..", "docs", "examples", "haproxy");

  @TempDir private Path folder;
  private final List<HttpServer> members = new ArrayList<>();
  private int front;

  private record Ran(int code, String said) {}

  @BeforeEach
  void prepare() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      front = free.getLocalPort();
    }
    Files.writeString(
        folder.resolve("haproxy.cfg"),
        Files.readString(EXAMPLE.resolve("haproxy.cfg"))
            .replace("127.0.0.1:8000", "127.0.0.1:" + front));
  }

  @AfterEach
  void stop() throws IOException {
    members.forEach(member -> member.stop(0));
    Path pid = folder.resolve("pid");
    if (Files.exists(pid)) {
      Files.readAllLines(pid)
          .forEach(one ->
              ProcessHandle.of(Long.parseLong(one)).ifPresent(ProcessHandle::destroyForcibly));
    }
  }

  @Test
  void membersComeBehindARealHaproxyAndAreTakenFromItBeforeTheyGo() throws Exception {
    assumeTrue(isInstalled(), "HAProxy is not installed (apt-get install haproxy)");
    start();
    added("web-1", member("web-1"));
    added("web-2", member("web-2"));

    assertThat(eventually("web-1")).isTrue();
    assertThat(eventually("web-2")).isTrue();

    assertThat(removing("web-1").said()).isEqualTo("remove: web-1");
    assertThat(removing("web-1").said()).isEqualTo("nothing to change");
    assertThat(onlyEventually("web-2")).as("nobody is sent to web-1 any more").isTrue();
  }

  @Test
  void whatHaproxyDoesNotTakeChangesNothing() throws Exception {
    assumeTrue(isInstalled(), "HAProxy is not installed (apt-get install haproxy)");
    String before = Files.readString(folder.resolve("haproxy.cfg"));

    Ran ran = run(List.of("add", "web-1", "http://127.0.0.1:8240", "notaport"));

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.said()).contains("HAProxy does not take");
    assertThat(Files.readString(folder.resolve("haproxy.cfg"))).isEqualTo(before);
  }

  @Test
  void aNameOrAnAddressThatIsNoneIsRefused() throws Exception {
    assertThat(run(List.of("add", "web 1", "http://h:1")).said()).contains("is no member's name");
    assertThat(run(List.of("add", "web-1", "http://h;x:1")).said()).contains("is no address");
    assertThat(run(List.of("put", "web-1")).said()).contains("expected: add or remove");
  }

  private static boolean isInstalled() {
    return Files.isExecutable(Path.of("/usr/sbin/haproxy"));
  }

  private void start() throws Exception {
    new ProcessBuilder("sh", "-c", reload()).inheritIO().start().waitFor();
  }

  /** The first one has nobody to take over from. */
  private String reload() {
    Path pid = folder.resolve("pid");
    return "/usr/sbin/haproxy -D -f %s -p %s $(test -f %s && echo -sf && cat %s)"
        .formatted(folder.resolve("haproxy.cfg"), pid, pid, pid);
  }

  private int member(String name) throws IOException {
    HttpServer member =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] body = name.getBytes(StandardCharsets.UTF_8);
    member.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    member.start();
    members.add(member);
    return member.getAddress().getPort();
  }

  private void added(String name, int port) throws Exception {
    assertThat(run(args("cluster.scale-out", "added", name, port)).said())
        .isEqualTo("add: " + name);
  }

  private Ran removing(String name) throws Exception {
    return run(args("cluster.scale-in", "removing", name, 0));
  }

  /** What the policy writes, with the placeholders of one member. */
  private static List<String> args(String kind, String when, String name, int port)
      throws IOException {
    Fit read = (Fit) PolicyReader.read(Files.readString(EXAMPLE.resolve("balancer.yaml")));
    PolicyScene scene =
        new PolicyScene()
            .members(2)
            .bound("lb", read.document().type(), read.document().properties(), 1, Optional.empty());
    JsonNode step = scene.before(kind, "{}").data().path("around").path(when).path(0);
    assertThat(step.path("on").asString("")).isEqualTo("lb-1");
    return step.at("/args/argv")
        .valueStream()
        .skip(1)
        .map(JsonNode::stringValue)
        .map(text -> text.replace("${member.name}", name))
        .map(text -> text.replace("${member.address}", "http://127.0.0.1:8240"))
        .map(text -> text.equals("8080") ? Integer.toString(port) : text)
        .toList();
  }

  private Ran run(List<String> args) throws Exception {
    List<String> argv = new ArrayList<>();
    argv.add(EXAMPLE.resolve("haproxy-member").toString());
    argv.addAll(args);
    Path script = folder.resolve("reload");
    Files.writeString(script, reload());
    ProcessBuilder builder = new ProcessBuilder(argv).redirectErrorStream(true);
    builder.environment().put("HAPROXY_CFG", folder.resolve("haproxy.cfg").toString());
    builder.environment().put("HAPROXY_RELOAD", "sh " + script);
    builder.environment().merge("PATH", "/usr/sbin", (path, more) -> path + ":" + more);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), said.strip());
  }

  private boolean eventually(String name) throws Exception {
    for (int i = 0; i < 2_000; i++) {
      if (ask().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private boolean onlyEventually(String name) throws Exception {
    int inARow = 0;
    for (int i = 0; i < 2_000 && inARow < 50; i++) {
      inARow = ask().equals(name) ? inARow + 1 : 0;
    }
    return inARow == 50;
  }

  private String ask() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/".formatted(front))).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException meanwhile) {
      return "";
    }
  }
}
