package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.clusteraction.ClusterActionNext;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.clusteraction.ClusterVerbs;
import dev.muster.domain.clusteraction.MemberScene;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What actions that change members read and write, beside what all actions on clusters do. */
final class MemberScenes {

  private final Records records;
  private final Cluster cluster;

  MemberScenes(Records records, Cluster cluster) {
    this.records = records;
    this.cluster = cluster;
  }

  /** Of one that has its turn; empty if it changes no members. */
  Optional<MemberScene> beginning(ActionId action, ActionKind kind) {
    return scene(action, kind, Map.of());
  }

  /** Of one of which everything has ended that it derived. */
  Optional<MemberScene> over(ActionId action, ActionKind kind, List<EndedChild> ended) {
    return ClusterVerbs.changesMembers(kind)
        ? scene(
            action,
            kind,
            records.actionReads().payloadsOf(ended.stream().map(EndedChild::id).toList()))
        : Optional.empty();
  }

  private Optional<MemberScene> scene(
      ActionId action, ActionKind kind, Map<ActionId, JsonNode> outputs) {
    return ClusterVerbs.changesMembers(kind)
        ? Optional.of(
            new MemberScene(
                records.members().membership(cluster.name()),
                records.members().policies(cluster.name()),
                records.members().data(action).orElseGet(WireFormat.JSON::createObjectNode),
                records.members().course(action),
                outputs))
        : Optional.empty();
  }

  /** Members first: what is derived then is for those that are recorded. */
  void write(ActionId action, ClusterActionNext.Changing changing) {
    cluster.members(changing.changes());
    cluster.writes().members().keep(action, changing.data(), changing.course());
  }
}
