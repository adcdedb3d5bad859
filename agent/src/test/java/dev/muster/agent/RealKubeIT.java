package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.agent.kube.RealKube;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * That what {@link KubeStub} says is what a real kube-apiserver says: budgets, DaemonSets and nodes
 * that somebody else had cordoned. Skipped where none runs (see {@link RealKube}).
 */
final class RealKubeIT {

  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  private static final String SETS = "/apis/apps/v1/namespaces/default/daemonsets";

  /** Of this test, among whatever else is there. */
  private final String name =
      "muster-" + UUID.randomUUID().toString().substring(0, 8).toLowerCase(Locale.ROOT);

  @TempDir Path folder;
  private Optional<RealKube> found = Optional.empty();

  @BeforeEach
  void aNodeWithPods() throws Exception {
    found = RealKube.find();
    assumeTrue(found.isPresent(), "no kube-apiserver here: -Dmuster.kube=KUBECONFIG");
    kube()
        .create(
            "/api/v1/nodes",
            """
            {"metadata": {"name": "%s", "annotations": {"kwok.x-k8s.io/node": "fake"},
                          "labels": {"kubernetes.io/hostname": "%s", "kubernetes.io/os": "linux"}}}
            """
                .formatted(name, name));
    kube().until(node(), RealKubeIT::isReady);
    for (String pod : List.of("a", "b")) {
      kube()
          .create(
              PODS,
              """
              {"metadata": {"name": "%s-%s", "labels": {"app": "%s"}},
               "spec": {"nodeName": "%s", "containers": [{"name": "web", "image": "none"}]}}
              """
                  .formatted(name, pod, name, name));
    }
    for (String pod : List.of("a", "b")) {
      kube().until(pod(pod), RealKubeIT::isReady);
    }
  }

  @AfterEach
  void leaveNothing() throws Exception {
    if (found.isPresent()) {
      for (String path :
          List.of(
              SETS + "/" + name, BUDGETS + "/" + name, pod("a"), pod("b"), pod("mirror"), node())) {
        kube().delete(path);
      }
      kube().close();
    }
  }

  @Test
  void aDrainIsHeldByABudgetAndDoneWithoutIt() throws Exception {
    budget();
    try (TestAgent agent = agent()) {
      UUID id = agent.caller().accepted(ArtifactScene.action("k8s.drain", args()));
      agent
          .caller()
          .untilPrinted(id, "disruption budget " + name + " needs 2 healthy pods and has 2");
      assertThat(kube().get(node()).path("spec").path("unschedulable").booleanValue()).isTrue();
      assertThat(kube().isThere(pod("a")) && kube().isThere(pod("b"))).isTrue();
      kube().delete(BUDGETS + "/" + name);
      JsonNode done = Caller.payload(agent.caller().until(id, ActionState.DONE));
      assertThat(done.path("drained").asInt()).isEqualTo(2);
      assertThat(done.path("wasCordoned").booleanValue()).isFalse();
    }
    assertThat(kube().isThere(pod("a")) || kube().isThere(pod("b"))).isFalse();
  }

  @Test
  void aDrainThatABudgetHoldsForTooLongFailsWithItsWords() throws Exception {
    budget();
    try (TestAgent agent = agent()) {
      UUID id =
          agent.caller().accepted(ArtifactScene.action("k8s.drain", args().put("timeout", "4s")));
      ActionReport failed = agent.caller().until(id, ActionState.FAILED);
      assertThat(K0sTrial.message(failed))
          .startsWith(name + " was not drained within 4s: evicting default/" + name + "-a: ")
          .contains("disruption budget")
          .endsWith("0 of 2 pods gone; the node stays cordoned");
    }
  }

  @Test
  void podsOfADaemonSetAndMirrorsStay() throws Exception {
    kube()
        .create(
            SETS,
            """
            {"metadata": {"name": "%1$s"}, "spec": {"selector": {"matchLabels": {"set": "%1$s"}},
             "template": {"metadata": {"labels": {"set": "%1$s"}},
                          "spec": {"nodeSelector": {"kubernetes.io/hostname": "%1$s"},
                                   "tolerations": [{"operator": "Exists"}],
                                   "containers": [{"name": "log", "image": "none"}]}}}}
            """
                .formatted(name));
    kube()
        .create(
            PODS,
            """
            {"metadata": {"name": "%1$s-mirror", "annotations": {"kubernetes.io/config.mirror": "x"}},
             "spec": {"nodeName": "%1$s", "containers": [{"name": "proxy", "image": "none"}]}}
            """
                .formatted(name));
    String ofSet = PODS + "?labelSelector=set%3D" + name;
    // Nothing schedules here, so the set's pod is bound by hand.
    JsonNode set = kube().until(ofSet, list -> list.path("items").size() == 1);
    String pod = set.path("items").path(0).path("metadata").path("name").asString();
    kube()
        .create(
            PODS + "/" + pod + "/binding",
            """
            {"metadata": {"name": "%s"}, "target": {"kind": "Node", "name": "%s"}}
            """
                .formatted(pod, name));
    try (TestAgent agent = agent()) {
      UUID id = agent.caller().accepted(ArtifactScene.action("k8s.drain", args()));
      JsonNode done = Caller.payload(agent.caller().until(id, ActionState.DONE));
      assertThat(done.path("drained").asInt()).isEqualTo(2);
    }
    assertThat(kube().isThere(PODS + "/" + pod)).isTrue();
    assertThat(kube().isThere(pod("mirror"))).isTrue();
  }

  @Test
  void aNodeThatWasCordonedBeforeStaysSo() throws Exception {
    kube().patch(node(), "{\"spec\": {\"unschedulable\": true}}");
    try (K0sScene scene = K0sScene.in(folder);
        TestAgent agent = agent(scene)) {
      JsonNode done = K0sTrial.done(agent, scene.update());
      assertThat(done.path("cordoned").asString()).isEqualTo("was");
      assertThat(done.path("drained").asInt()).isEqualTo(2);
      scene.expectNew();
    }
    assertThat(kube().get(node()).path("spec").path("unschedulable").booleanValue()).isTrue();
  }

  @Test
  void anUpdateIsHeldInCordoningByABudgetAndGoesToItsEndWithoutIt() throws Exception {
    budget();
    try (K0sScene scene = K0sScene.in(folder);
        TestAgent agent = agent(scene)) {
      UUID id = agent.caller().accepted(K0sTrial.action(scene.update()));
      K0sTrial.until(agent.caller(), id, "Cordoning", "disruption budget");
      scene.expectOldRuns();
      kube().delete(BUDGETS + "/" + name);
      JsonNode done = Caller.payload(agent.caller().until(id, ActionState.DONE));
      assertThat(done.path("cordoned").asString()).isEqualTo("yes");
      scene.expectNew();
      UUID probe =
          agent
              .caller()
              .accepted(
                  ArtifactScene.action(
                      "k0s.probe", WireFormat.JSON.createObjectNode().put("node", true)));
      agent.caller().until(probe, ActionState.DONE);
    }
    JsonNode node = kube().get(node());
    assertThat(node.path("spec").path("unschedulable").asBoolean(false)).isFalse();
    assertThat(node.path("metadata").path("annotations").has("muster.dev/cordoned-by")).isFalse();
  }

  private void budget() throws Exception {
    kube()
        .create(
            BUDGETS,
            """
            {"metadata": {"name": "%s"},
             "spec": {"minAvailable": 2, "selector": {"matchLabels": {"app": "%s"}}}}
            """
                .formatted(name, name));
    kube()
        .until(
            BUDGETS + "/" + name,
            budget ->
                budget.path("status").path("currentHealthy").asInt(0) == 2
                    && budget.path("status").path("observedGeneration").asInt(0) > 0);
  }

  private static boolean isReady(JsonNode object) {
    for (JsonNode condition : object.path("status").path("conditions")) {
      if (condition.path("type").asString("").equals("Ready")) {
        return condition.path("status").asString("").equals("True");
      }
    }
    return false;
  }

  private TestAgent agent() throws Exception {
    return TestAgent.start(
        folder.resolve("data"),
        "--config",
        TestAgent.config(
            folder, "{\"kubernetes\": {\"kubeconfig\": \"%s\"}}".formatted(kube().kubeconfig())));
  }

  private TestAgent agent(K0sScene scene) throws Exception {
    return TestAgent.start(
        folder.resolve("data"),
        "--config",
        scene.config(Map.of("kubeconfig", kube().kubeconfig().toString(), "node", name)));
  }

  private ObjectNode args() {
    return WireFormat.JSON.createObjectNode().put("node", name);
  }

  private String node() {
    return "/api/v1/nodes/" + name;
  }

  private String pod(String which) {
    return PODS + "/" + name + "-" + which;
  }

  private RealKube kube() {
    return found.orElseThrow();
  }
}
