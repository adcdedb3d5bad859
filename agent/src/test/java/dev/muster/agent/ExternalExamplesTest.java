package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The two external kinds of the documents, as they stand there. */
final class ExternalExamplesTest {

  @TempDir Path folder;
  private ExternalScene scene;

  @BeforeEach
  void make() throws Exception {
    scene = ExternalScene.in(folder);
  }

  @Test
  void theExampleInShellPacksAFolder() throws Exception {
    scene.example("backup.sh");
    Path from = Files.createDirectory(folder.resolve("from"));
    Files.writeString(from.resolve("file"), "content");
    Path to = folder.resolve("to");
    ObjectNode args =
        ExternalScene.args().put("from", from.toString()).put("to", to.toString()).put("keep", 1);
    try (TestAgent agent = scene.agent()) {
      assertThat(agent.caller().info().kinds()).contains("external.backup");
      Files.createDirectories(to);
      Files.writeString(to.resolve("backup-20010101T000000Z.tgz"), "old");
      ActionReport report =
          agent
              .caller()
              .until(
                  agent.caller().accepted(ExternalScene.action("backup", args)), ActionState.DONE);
      Path archive = Path.of(Caller.payload(report).get("archive").stringValue());
      assertThat(Caller.payload(report).get("bytes").longValue()).isEqualTo(Files.size(archive));
      try (Stream<Path> files = Files.list(to)) {
        assertThat(files).containsExactly(archive);
      }
      assertThat(agent.caller().get("/v1/actions/" + report.id() + "/log").body())
          .contains("packing " + from);
      ActionReport wrong =
          agent
              .caller()
              .until(
                  agent
                      .caller()
                      .accepted(ExternalScene.action("backup", args.put("from", "/none"))),
                  ActionState.FAILED);
      assertThat(wrong.error().orElseThrow().message())
          .isEqualTo("external.backup: start ended with exit code 1");
      assertThat(wrong.error().orElseThrow().causes()).containsExactly("/none is no folder");
    }
  }

  @Test
  void theExampleInPythonWaitsUntilNobodyIsConnected() throws Exception {
    scene.example("drain.py");
    Path marker = folder.resolve("draining");
    try (ServerSocket service = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      UUID id;
      try (Socket client = new Socket(service.getInetAddress(), service.getLocalPort());
          Socket served = service.accept()) {
        assertThat(served.isConnected()).isTrue();
        try (AgentProcess agent = scene.process()) {
          id = agent.caller().accepted(ExternalScene.action("drain", drain(service, marker)));
          agent.caller().untilPrinted(id, "draining port");
          assertThat(agent.caller().action(id).state()).isEqualTo(ActionState.RUNNING);
        }
        assertThat(client.isConnected()).isTrue();
      }
      try (AgentProcess agent = scene.process()) {
        ActionReport report = agent.caller().until(id, ActionState.DONE);
        assertThat(Caller.payload(report).get("atFirst").intValue()).isEqualTo(1);
        assertThat(Files.readString(marker).strip()).isEqualTo(id.toString());
      }
    }
  }

  @Test
  void theExampleInPythonPutsEverythingBackWhenItIsCancelled() throws Exception {
    scene.example("drain.py");
    Path marker = folder.resolve("draining");
    try (ServerSocket service = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(service.getInetAddress(), service.getLocalPort());
        Socket served = service.accept();
        TestAgent agent = scene.agent()) {
      assertThat(client.isConnected() && served.isConnected()).isTrue();
      UUID id = agent.caller().accepted(ExternalScene.action("drain", drain(service, marker)));
      agent.caller().untilPrinted(id, "draining port");
      assertThat(agent.caller().signal(id, Signal.SUSPEND).statusCode()).isEqualTo(409);
      assertThat(agent.caller().signal(id, Signal.CANCEL).statusCode()).isEqualTo(202);
      agent.caller().until(id, ActionState.CANCELLED);
      assertThat(marker).doesNotExist();
    }
  }

  @Test
  void argumentsAreCheckedWhenTheActionComes() throws Exception {
    scene.example("drain.py");
    try (TestAgent agent = scene.agent()) {
      assertThat(
              agent
                  .caller()
                  .refused(ExternalScene.action("drain", ExternalScene.args().put("port", 1))))
          .isEqualTo("args.marker: missing");
      assertThat(
              agent
                  .caller()
                  .refused(
                      ExternalScene.action(
                          "drain", ExternalScene.args().put("port", "x").put("marker", "y"))))
          .isEqualTo("args.port: is no number");
      assertThat(
              agent
                  .caller()
                  .refused(
                      ExternalScene.action(
                          "drain",
                          ExternalScene.args().put("port", 1).put("marker", "y").put("prot", 2))))
          .isEqualTo("args: unknown field 'prot' (known: atMost, marker, port)");
    }
  }

  private static ObjectNode drain(ServerSocket service, Path marker) {
    return ExternalScene.args()
        .put("port", service.getLocalPort())
        .put("marker", marker.toString());
  }
}
