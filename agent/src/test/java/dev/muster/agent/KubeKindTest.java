package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** k8s.cordon, k8s.drain and k8s.uncordon against an API that is made up. */
final class KubeKindTest {

  @TempDir Path folder;
  private KubeStub kube;
  private TestAgent agent;

  @BeforeEach
  void begin() throws Exception {
    kube = KubeStub.start().node("n1").node("n2");
    agent = agent("{\"kubeconfig\": \"%s\"}".formatted(kube.kubeconfig(folder)), "data");
  }

  @AfterEach
  void end() {
    agent.close();
    kube.close();
  }

  @Test
  void aNodeIsCordonedAndUncordoned() {
    JsonNode cordoned = done("k8s.cordon", "{}");
    assertThat(cordoned.path("changed").booleanValue()).isTrue();
    assertThat(cordoned.path("wasCordoned").booleanValue()).isFalse();
    assertThat(kube.isCordoned("n1")).isTrue();
    assertThat(kube.isCordoned("n2")).isFalse();
    assertThat(done("k8s.uncordon", "{}").path("changed").booleanValue()).isTrue();
    assertThat(kube.isCordoned("n1")).isFalse();
    assertThat(done("k8s.uncordon", "{}").path("changed").booleanValue()).isFalse();
  }

  @Test
  void anotherNodeThanTheOwnMayBeNamed() {
    assertThat(done("k8s.cordon", "{\"node\": \"n2\"}").path("node").asString()).isEqualTo("n2");
    assertThat(kube.isCordoned("n2")).isTrue();
    assertThat(kube.isCordoned("n1")).isFalse();
  }

  @Test
  void aNodeThatWasCordonedBeforeIsSaidToBeAndLeftSo() {
    kube.cordonedBySomebody("n1");
    JsonNode cordoned = done("k8s.cordon", "{}");
    assertThat(cordoned.path("changed").booleanValue()).isFalse();
    assertThat(cordoned.path("wasCordoned").booleanValue()).isTrue();
    JsonNode left = done("k8s.uncordon", "{\"wasCordoned\": true}");
    assertThat(left.path("changed").booleanValue()).isFalse();
    assertThat(left.path("detail").asString()).isEqualTo("left cordoned: it was so before");
    assertThat(kube.isCordoned("n1")).isTrue();
  }

  @Test
  void aDrainEvictsAllButDaemonSetsAndMirrors() {
    kube.pod("web-1").pod("bare", "").pod("log", "DaemonSet").mirror("proxy");
    JsonNode drained = done("k8s.drain", "{\"grace\": \"7s\"}");
    assertThat(drained.path("drained").asInt()).isEqualTo(2);
    assertThat(kube.pods()).containsExactly("log", "proxy");
    assertThat(kube.isCordoned("n1")).isTrue();
    assertThat(kube.requests())
        .filteredOn(one -> one.contains("eviction"))
        .hasSize(2)
        .allMatch(one -> one.contains("\"gracePeriodSeconds\":7"))
        .allMatch(one -> one.contains("\"uid\":\""));
  }

  @Test
  void eachPodHasItsOwnGraceUnlessOneIsGiven() {
    kube.pod("web-1");
    done("k8s.drain", "{}");
    assertThat(kube.requests()).noneMatch(one -> one.contains("gracePeriodSeconds"));
  }

  @Test
  void podsThatNobodyWouldMakeAgainAreSparedWithoutForce() {
    kube.pod("web-1").pod("bare", "");
    assertThat(failed("k8s.drain", "{\"force\": false}"))
        .contains("pods that nobody would make again elsewhere: default/bare")
        .endsWith("; the node stays cordoned");
    assertThat(kube.pods()).containsExactly("bare", "web-1");
  }

  @Test
  void aBudgetIsAskedAgainUntilItAllows() {
    kube.pod("web-1").held("web-1");
    UUID id = accepted("k8s.drain", "{}");
    agent.caller().untilPrinted(id, "evicting default/web-1: The disruption budget web needs 1");
    kube.released("web-1");
    agent.caller().until(id, ActionState.DONE);
    assertThat(kube.evictions("web-1")).isGreaterThan(1);
  }

  @Test
  void aPodThatGoesSlowlyIsWaitedFor() {
    kube.pod("web-1").lingers("web-1");
    UUID id = accepted("k8s.drain", "{}");
    agent.caller().untilPrinted(id, "waiting for default/web-1 to end; 0 of 1 pods gone");
    kube.gone("web-1");
    JsonNode done = Caller.payload(agent.caller().until(id, ActionState.DONE));
    assertThat(done.path("drained").asInt()).isEqualTo(1);
    assertThat(kube.evictions("web-1")).isEqualTo(1);
  }

  @Test
  void aDrainThatIsOutOfTimeSaysWhatHeldIt() {
    kube.pod("web-1").held("web-1");
    assertThat(failed("k8s.drain", "{\"timeout\": \"1s\"}"))
        .startsWith(
            "n1 was not drained within 1s: evicting default/web-1: The disruption budget web")
        .endsWith("0 of 1 pods gone; the node stays cordoned");
  }

  @Test
  void aDrainIsCancelled() {
    kube.pod("web-1").held("web-1");
    UUID id = accepted("k8s.drain", "{}");
    agent.caller().untilPrinted(id, "evicting default/web-1");
    agent.caller().signal(id, Signal.CANCEL);
    agent.caller().until(id, ActionState.CANCELLED);
  }

  @Test
  void anApiThatIsAwayIsAskedAgain() {
    kube.awayFor("PATCH");
    UUID id = accepted("k8s.cordon", "{}");
    long cursor = 0;
    while (kube.requests().stream().noneMatch(one -> one.startsWith("PATCH"))) {
      cursor = agent.caller().await(cursor, 1).cursor();
    }
    kube.back();
    agent.caller().until(id, ActionState.DONE);
    assertThat(kube.isCordoned("n1")).isTrue();
  }

  @Test
  void aNodeThatIsNotThereIsNamed() {
    assertThat(failed("k8s.cordon", "{\"node\": \"n9\"}"))
        .isEqualTo("the Kubernetes API has no Node 'n9'");
    assertThat(failed("k8s.uncordon", "{\"node\": \"n9\"}")).contains("has no Node 'n9'");
    assertThat(
            agent.caller().refused(ArtifactScene.action("k8s.cordon", args("{\"node\": \"a/b\"}"))))
        .contains("node: 'a/b' (expected: the name of a Node");
  }

  @Test
  void aTokenThatTheApiDoesNotKnowFailsAtOnce() throws Exception {
    KubeconfigText.write(
        folder, "server: http://127.0.0.1:%d".formatted(kube.port()), "token: wrong");
    assertThat(failed("k8s.cordon", "{}")).isEqualTo("the Kubernetes API refuses: Unauthorized");
  }

  @Test
  void withoutAnApiNothingIsDoneAndThatIsSaid() throws Exception {
    try (TestAgent none = agent("{\"none\": \"a demonstration\"}", "other")) {
      UUID id = none.caller().accepted(ArtifactScene.action("k8s.drain", args("{}")));
      JsonNode outputs = Caller.payload(none.caller().until(id, ActionState.DONE));
      assertThat(outputs.path("skipped").asString()).isEqualTo("a demonstration");
      assertThat(outputs.path("changed").booleanValue()).isFalse();
    }
    assertThat(kube.requests()).isEmpty();
  }

  private TestAgent agent(String kubernetes, String data) throws Exception {
    return TestAgent.start(
        folder.resolve(data),
        "--config",
        TestAgent.config(folder, "{\"kubernetes\": %s}".formatted(kubernetes)));
  }

  private static ObjectNode args(String json) {
    return (ObjectNode) WireFormat.JSON.readTree(json);
  }

  private UUID accepted(String kind, String args) {
    return agent.caller().accepted(ArtifactScene.action(kind, args(args)));
  }

  private JsonNode done(String kind, String args) {
    return Caller.payload(agent.caller().until(accepted(kind, args), ActionState.DONE));
  }

  private String failed(String kind, String args) {
    ActionReport report = agent.caller().until(accepted(kind, args), ActionState.FAILED);
    return report.error().orElseThrow().message();
  }
}
