package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.settings.UsageException;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** How an agent is configured for k0s, and the kinds that need no running one. */
final class K0sSettingsTest {

  private static final String SERVICES = "\"services\": {\"k0s\": {\"unit\": \"k0s\"}}";

  @TempDir Path folder;

  @Test
  void withoutConfigurationTheKindsAreOffAndSayWhy() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"))) {
      assertThat(agent.caller().refused("{\"kind\": \"k0s.update\"}"))
          .contains("off on this node: it is not configured ('k0s' in its configuration)");
      assertThat(agent.caller().refused("{\"kind\": \"k8s.drain\"}"))
          .contains("no Kubernetes API is configured");
      assertThat(agent.caller().info().kinds()).noneMatch(kind -> kind.startsWith("k"));
    }
  }

  @Test
  void whoDoesNotSayWhetherThereIsAKubernetesIsAskedTo() {
    wrong(SERVICES + ", " + k0s("k0s"), "kubernetes is missing: a node with k0s is cordoned");
    wrong("\"kubernetes\": {}", "neither of kubeconfig and none given");
    wrong(
        "\"kubernetes\": {\"kubeconfig\": \"/a\", \"none\": \"b\"}",
        "both of kubeconfig and none given");
    wrong("\"kubernetes\": {\"none\": \"b\", \"node\": \"n\"}", "node is for a kubeconfig");
  }

  @Test
  void theServiceMustBeOneOfTheServices() {
    wrong(
        SERVICES + ", " + k0s("other") + ", \"kubernetes\": {\"none\": \"b\"}",
        "k0s.service: 'other' is none of the services (configured: k0s)");
    wrong("\"k0s\": {\"binary\": \"k0s\"}", "binary: 'k0s' (expected: an absolute path)");
  }

  @Test
  void theFolderOfTheBinaryMayBeInstalledIn() throws Exception {
    Files.writeString(folder.resolve("other"), "of before");
    try (TestAgent agent = agent()) {
      assertThat(agent.caller().info().kinds()).contains("artifact.install", "k0s.update");
      assertThat(
              agent
                  .caller()
                  .refused(
                      "{\"kind\": \"artifact.rollback\", \"args\": {\"target\": \"/etc/hosts\"}}"))
          .contains("is not below a folder that is allowed");
    }
  }

  @Test
  void aBundleIsBroughtToTheImages() throws Exception {
    byte[] bundle = ArtifactScene.bytes(3, 100_000);
    try (ArtifactServer server = ArtifactServer.of(bundle);
        TestAgent agent = agent()) {
      UUID id =
          agent
              .caller()
              .accepted(ArtifactScene.action("k0s.airgap-update", bundle(server, bundle)));
      ActionReport done = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(done).path("changed").booleanValue()).isTrue();
      assertThat(folder.resolve("images/app")).hasBinaryContent(bundle);
      UUID again =
          agent
              .caller()
              .accepted(ArtifactScene.action("k0s.airgap-update", bundle(server, bundle)));
      assertThat(
              Caller.payload(agent.caller().until(again, ActionState.DONE))
                  .path("changed")
                  .booleanValue())
          .isFalse();
      assertThat(server.requests()).hasSize(1);
      server.becomes(ArtifactScene.bytes(4, 10));
      Files.delete(folder.resolve("images/app"));
      UUID wrong =
          agent
              .caller()
              .accepted(ArtifactScene.action("k0s.airgap-update", bundle(server, bundle)));
      assertThat(K0sTrial.message(agent.caller().until(wrong, ActionState.FAILED)))
          .startsWith("FailedDownload: ")
          .contains("has the sha256");
      assertThat(folder.resolve("images")).isEmptyDirectory();
    }
  }

  private static ObjectNode bundle(ArtifactServer server, byte[] content) {
    ObjectNode args = WireFormat.JSON.createObjectNode().put("version", "v1");
    for (String platform : new String[] {"linux-amd64", "linux-arm64"}) {
      args.withObject("platforms")
          .putObject(platform)
          .put("url", server.url())
          .put("sha256", ArtifactScene.sha256(content));
    }
    return args;
  }

  private TestAgent agent() throws Exception {
    return TestAgent.start(
        folder.resolve("data"),
        "--config",
        TestAgent.config(
            folder,
            "{%s, %s, \"kubernetes\": {\"none\": \"a test\"}}".formatted(SERVICES, k0s("k0s"))));
  }

  private String k0s(String service) {
    return "\"k0s\": {\"binary\": \"%s/k0s\", \"service\": \"%s\", \"data\": \"%s\"}"
        .formatted(folder, service, folder);
  }

  private void wrong(String fields, String why) {
    assertThatThrownBy(() ->
            TestAgent.start(
                folder.resolve("data"), "--config", TestAgent.config(folder, "{" + fields + "}")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }
}
