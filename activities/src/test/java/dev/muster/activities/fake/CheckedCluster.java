package dev.muster.activities.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.domain.request.StrictJson;
import dev.muster.records.requests.ActionRequests;
import dev.muster.records.requests.ActionRequests.Added;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** A scene in which people ask the cluster for actions. */
public final class CheckedCluster implements AutoCloseable {

  private final Scene scene;

  private CheckedCluster(Scene scene) {
    this.scene = scene;
  }

  /** With these nodes. */
  public static CheckedCluster of(String... nodes) {
    return new CheckedCluster(Scene.of(nodes));
  }

  public Scene scene() {
    return scene;
  }

  /** Asks for {@code cluster.check}. */
  public ActionId check(String args) {
    return check(args, "\"metadata\": {}");
  }

  /** Asks for {@code cluster.check}, with more fields of the request. */
  public ActionId check(String args, String more) {
    RequestedAction asked = asked("cluster.check", args, more, Optional.empty());
    assertThat(new ActionRequests(scene.records()).add(asked)).isInstanceOf(Added.Created.class);
    return asked.id();
  }

  /** Why it may not be asked for. */
  public String wrong(String kind, String args, Optional<NodeId> node) {
    Added added =
        new ActionRequests(scene.records()).add(asked(kind, args, "\"metadata\": {}", node));
    assertThat(added).isInstanceOf(Added.Wrong.class);
    return ((Added.Wrong) added).why();
  }

  private RequestedAction asked(String kind, String args, String more, Optional<NodeId> node) {
    return new RequestedAction(
        new ActionId(UUID.randomUUID()),
        Scene.CLUSTER,
        node,
        StrictJson.MAPPER.readValue(
            "{\"kind\": \"%s\", \"args\": %s, %s}".formatted(kind, args, more),
            NewActionRequest.class),
        "ada",
        Optional.empty(),
        scene.clock().instant());
  }

  /** What the check derived for the node. */
  public static ActionId child(ActionId check, String node) {
    return ActionId.derived(check, "cluster.check", node);
  }

  /** The agents end what they have. */
  public void finish(ActionId check, String... nodes) {
    for (String node : nodes) {
      scene.agent(node).finish(child(check, node));
    }
  }

  public void fail(ActionId check, String node, String why) {
    scene.agent(node).fail(child(check, node), why);
  }

  public void finishAtOnce() {
    scene.agents().values().forEach(FakeAgent::finishAtOnce);
  }

  public void beginAtOnce() {
    scene.agents().values().forEach(FakeAgent::beginAtOnce);
  }

  public JsonNode payload(ActionId id) {
    return scene.show(id).outcome().payload().orElse(WireFormat.JSON.createObjectNode());
  }

  public String error(ActionId id) {
    return scene.show(id).outcome().error().orElseThrow().message();
  }

  /** Why it entered its state. */
  public String why(ActionId id) {
    return scene.detail(id).transitions().getLast().why();
  }

  /** Why it does not go on. */
  public String waits(ActionId id) {
    return scene.show(id).course().waits().map(wait -> wait.code() + ": " + wait.text()).orElse("");
  }

  public List<String> nodes() {
    return scene.agents().keySet().stream().map(NodeId::value).toList();
  }

  @Override
  public void close() {
    scene.close();
  }
}
