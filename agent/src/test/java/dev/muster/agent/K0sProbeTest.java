package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * k0s.probe of controllers and of the own Node. Cases 35 and 36 of docs/conformance/autopilot.md.
 */
final class K0sProbeTest {

  @TempDir Path folder;
  private KubeStub kube;
  private TestAgent agent;
  private final List<HttpServer> controllers = new ArrayList<>();
  private final List<String> authorizations = new ArrayList<>();
  private final CountDownLatch both = new CountDownLatch(2);

  @BeforeEach
  void begin() throws Exception {
    kube = KubeStub.start().node("n1");
    agent = agent("{\"kubeconfig\": \"%s\"}".formatted(kube.kubeconfig(folder)), "data");
  }

  @AfterEach
  void end() {
    agent.close();
    kube.close();
    controllers.forEach(server -> server.stop(0));
  }

  /** Case 35 of docs/conformance/autopilot.md. */
  @Test
  void controllersThatAnswerTwoHundredAreReadyAndAskedAtTheSameTime() throws Exception {
    ObjectNode args = probe();
    add(args, "controller0", controller(new AtomicInteger(200), both));
    add(args, "controller1", controller(new AtomicInteger(200), both));
    assertThat(done(args).path("ready"))
        .map(JsonNode::asString)
        .containsExactly("controller0", "controller1");
    assertThat(authorizations).as("tokens over plain http").containsExactly("", "");
  }

  /** Case 35 of docs/conformance/autopilot.md. */
  @Test
  void anotherAnswerOrNoneOrNoAddressIsNotReady() throws Exception {
    ObjectNode args = probe().put("tries", "once");
    add(args, "controller0", controller(new AtomicInteger(200)));
    add(args, "controller1", controller(new AtomicInteger(500)));
    int nobody = controller(new AtomicInteger(200));
    controllers.getLast().stop(0);
    add(args, "controller2", nobody);
    args.withArray("ready").addObject().put("name", "controller3");
    assertThat(failed(args))
        .isEqualTo(
            "NotReady: controller1: HTTP 500; controller2: connection refused; controller3: it has no address");
  }

  /** Case 35 of docs/conformance/autopilot.md. */
  @Test
  void aNodeThatIsNotThereOutranksWhatIsNotReady() throws Exception {
    try (TestAgent other =
        agent(
            "{\"kubeconfig\": \"%s\", \"node\": \"n9\"}".formatted(kube.kubeconfig(folder)),
            "other")) {
      ObjectNode args = probe().put("tries", "once").put("node", true);
      add(args, "controller1", controller(new AtomicInteger(500)));
      UUID id = other.caller().accepted(ArtifactScene.action("k0s.probe", args));
      assertThat(K0sTrial.message(other.caller().until(id, ActionState.FAILED)))
          .startsWith("Incomplete: ")
          .endsWith("has no Node 'n9'");
    }
  }

  /** Case 36 of docs/conformance/autopilot.md. */
  @Test
  void theNodeIsReadyIfItsConditionSaysSo() {
    assertThat(done(probe().put("node", true)).path("node").asString()).isEqualTo("Ready");
    kube.ready("n1", "False");
    assertThat(failed(probe().put("node", true).put("tries", "once")))
        .isEqualTo("NotReady: n1: Ready=False, the kubelet says so");
    kube.withoutConditions("n1");
    assertThat(failed(probe().put("node", true).put("tries", "once")))
        .isEqualTo("NotReady: n1: it has no condition Ready");
  }

  @Test
  void itIsAskedAgainUntilItHolds() throws Exception {
    AtomicInteger code = new AtomicInteger(500);
    ObjectNode args = probe();
    add(args, "controller1", controller(code));
    UUID id = accepted(args);
    agent.caller().untilPrinted(id, "NotReady: controller1: HTTP 500");
    assertThat(Caller.payload(agent.caller().action(id)).path("detail").asString())
        .isEqualTo("NotReady: controller1: HTTP 500");
    code.set(200);
    agent.caller().until(id, ActionState.DONE);
  }

  @Test
  void itIsAskedUntilTheTimeIsOverOrItIsCancelled() throws Exception {
    ObjectNode args = probe();
    add(args, "controller1", controller(new AtomicInteger(500)));
    UUID timed =
        agent
            .caller()
            .accepted(
                ((ObjectNode) WireFormat.JSON.readTree(ArtifactScene.action("k0s.probe", args)))
                    .put("timeoutMs", 300)
                    .toString());
    assertThat(K0sTrial.message(agent.caller().until(timed, ActionState.FAILED)))
        .isEqualTo("NotReady: controller1: HTTP 500");
    UUID id = accepted(args);
    agent.caller().untilPrinted(id, "NotReady: controller1: HTTP 500");
    agent.caller().signal(id, Signal.CANCEL);
    agent.caller().until(id, ActionState.CANCELLED);
  }

  @Test
  void withoutAnApiTheNodeIsSkippedVisiblyAndControllersAreAskedByNobody() throws Exception {
    try (TestAgent none = agent("{\"none\": \"a demonstration\"}", "other")) {
      ObjectNode args = probe().put("node", true);
      add(args, "controller0", controller(new AtomicInteger(200)));
      UUID id = none.caller().accepted(ArtifactScene.action("k0s.probe", args));
      JsonNode outputs = Caller.payload(none.caller().until(id, ActionState.DONE));
      assertThat(outputs.path("skipped").asString()).isEqualTo("a demonstration");
      assertThat(outputs.path("ready")).hasSize(1);
    }
    assertThat(authorizations).containsExactly("");
  }

  private TestAgent agent(String kubernetes, String data) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    return TestAgent.start(
        folder.resolve(data),
        "--config",
        TestAgent.config(
            folder,
            """
            {"services": {"k0s": {"unit": "k0s"}},
             "k0s": {"binary": "%s/k0s", "service": "k0s", "data": "%s", "readyz": "http"},
             "kubernetes": %s}
            """
                .formatted(bin, folder, kubernetes)));
  }

  private static ObjectNode probe() {
    return WireFormat.JSON.createObjectNode();
  }

  private static void add(ObjectNode args, String name, int port) {
    args.withArray("ready")
        .addObject()
        .put("name", name)
        .put("address", "127.0.0.1")
        .put("port", port);
  }

  private int controller(AtomicInteger code) throws IOException {
    return controller(code, new CountDownLatch(0));
  }

  /** Answers when the latch has been counted down by it and others. */
  private int controller(AtomicInteger code, CountDownLatch others) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/readyz",
        exchange -> {
          synchronized (authorizations) {
            authorizations.add(
                String.join(
                    "", exchange.getRequestHeaders().getOrDefault("Authorization", List.of())));
          }
          assertThat(exchange.getRequestURI().getQuery()).isEqualTo("verbose");
          others.countDown();
          try (exchange) {
            others.await();
            exchange.sendResponseHeaders(code.get(), -1);
          } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
    controllers.add(server);
    return server.getAddress().getPort();
  }

  private UUID accepted(ObjectNode args) {
    return agent.caller().accepted(ArtifactScene.action("k0s.probe", args));
  }

  private JsonNode done(ObjectNode args) {
    return Caller.payload(agent.caller().until(accepted(args), ActionState.DONE));
  }

  private String failed(ObjectNode args) {
    return K0sTrial.message(agent.caller().until(accepted(args), ActionState.FAILED));
  }
}
