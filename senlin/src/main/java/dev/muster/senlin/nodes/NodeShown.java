package dev.muster.senlin.nodes;

import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.members.ClusterDirectory;
import dev.muster.records.members.ListedNode;
import dev.muster.records.members.ListedNode.Registered;
import dev.muster.records.members.NodeDirectory;
import dev.muster.senlin.names.ProfileIds;
import dev.muster.senlin.words.SenlinObject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A member in Senlin's words. A node that is no member is what Senlin calls an orphan: it has no
 * cluster and no index, although to Muster it belongs to one.
 */
final class NodeShown {

  private NodeShown() {}

  /** How it is, and why. */
  private record Status(String word, String why) {}

  static ObjectNode of(ListedNode node) {
    Optional<MemberRecord> member = node.member();
    Optional<String> profile = member.flatMap(MemberRecord::profile).map(ProfileKey::name);
    Optional<Instant> since =
        member
            .map(one -> one.member().createdAt())
            .or(() -> node.registered().map(Registered::addedAt));
    Status status = status(node);
    return SenlinObject.of()
        .with("id", id(node))
        .with("name", node.node().value())
        .with("index", member.map(one -> one.member().index()).orElse(-1))
        .with(
            "cluster_id",
            member.isPresent() ? ClusterDirectory.idOf(node.cluster()).toString() : "")
        .with(
            "physical_id", member.flatMap(MemberRecord::physical).map(one -> physicalId(one, node)))
        .with("profile_id", profile.map(name -> ProfileIds.of(name).toString()))
        .with("profile_name", profile)
        .with("role", node.registered().flatMap(Registered::role).orElse(""))
        .with("status", status.word())
        .with("status_reason", status.why())
        .withTree("metadata", node.registered().map(Registered::labels).orElse(Map.of()))
        .with("data", member.<JsonNode>map(MemberRecord::data).orElseGet(SenlinObject::nothing))
        .with("dependents", SenlinObject.nothing())
        .with(
            "tainted",
            WireFormat.JSON
                .getNodeFactory()
                .booleanNode(member.filter(one -> one.member().tainted()).isPresent()))
        .with("init_at", since)
        .with("created_at", since)
        .with("updated_at", Optional.empty())
        .owned("")
        .done();
  }

  /** The same with what its provider says of it. */
  static ObjectNode detailed(ListedNode node) {
    SenlinObject details = SenlinObject.of();
    details.with("cluster", node.cluster().value());
    details.with("agent", node.registered().map(Registered::agent));
    node.member()
        .ifPresent(member -> {
          details.with("physical", member.physical());
          details.with("provider", member.member().provider().map(Object::toString));
        });
    ObjectNode shown = of(node);
    shown.set("details", details.done());
    return shown;
  }

  static String id(ListedNode node) {
    return NodeDirectory.idOf(node.cluster(), node.node()).toString();
  }

  /** By what its provider knows it: its own id if it gave one, else the member's name. */
  private static String physicalId(JsonNode physical, ListedNode node) {
    JsonNode id = physical.isString() ? physical : physical.path("id");
    return id.isValueNode() ? id.asString() : node.node().value();
  }

  private static Status status(ListedNode node) {
    Optional<NodeStatus> agent = node.registered().map(Registered::status);
    String said = agent.map(status -> "its agent is " + status).orElse("it has no agent yet");
    if (node.member().isEmpty()) {
      return new Status(
          switch (agent.orElse(NodeStatus.UNKNOWN)) {
            case UP -> "ACTIVE";
            case UNKNOWN -> "INIT";
            case UNHEALTHY, NODE_DOWN, UNREACHABLE, VANISHED -> "ERROR";
          },
          said + "; it is a node of cluster %s, and no member".formatted(node.cluster()));
    }
    MemberRecord member = node.member().get();
    boolean warns = member.state() == MemberState.ACTIVE && member.isUnwell();
    return new Status(warns ? "WARNING" : member.state().name(), member.reason().orElse(said));
  }
}
