package dev.muster.senlin.clusters;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.member.ClusterCondition;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.ProfileKey;
import dev.muster.records.members.ClusterDirectory;
import dev.muster.records.members.ListedCluster;
import dev.muster.records.members.ListedCluster.LastChange;
import dev.muster.senlin.names.ProfileIds;
import dev.muster.senlin.words.SenlinObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A cluster in Senlin's words. */
final class ClusterShown {

  private static final Map<String, String> AT_WORK =
      Map.ofEntries(
          Map.entry("cluster.create", "CREATING"),
          Map.entry("cluster.delete", "DELETING"),
          Map.entry("cluster.update", "UPDATING"),
          Map.entry("cluster.resize", "RESIZING"),
          Map.entry("cluster.scale-out", "RESIZING"),
          Map.entry("cluster.scale-in", "RESIZING"),
          Map.entry("cluster.add-nodes", "RESIZING"),
          Map.entry("cluster.del-nodes", "RESIZING"),
          Map.entry("cluster.replace-nodes", "RESIZING"),
          Map.entry("cluster.check", "CHECKING"),
          Map.entry("cluster.recover", "RECOVERING"));

  private ClusterShown() {}

  /** How it is, and why. */
  private record Status(String word, String why) {}

  /**
   * The cluster.
   *
   * @param nodes ids of its members, if they are to be shown
   */
  static ObjectNode of(ListedCluster cluster, Collection<?> nodes) {
    ClusterShape shape = cluster.shape();
    Status status = status(cluster);
    Optional<String> profile = shape.profile().map(ProfileKey::name);
    return SenlinObject.of()
        .with("id", id(cluster.name()))
        .with("name", cluster.name().value())
        .with("profile_id", profile.map(name -> ProfileIds.of(name).toString()))
        .with("profile_name", profile)
        .with("min_size", shape.sizes().least())
        .with("max_size", shape.sizes().most().orElse(-1))
        .with("desired_capacity", shape.sizes().desired())
        .with("timeout", 3600)
        .with("status", status.word())
        .with("status_reason", status.why())
        .withAll("nodes", nodes)
        .withAll("policies", List.of())
        .withTree("metadata", cluster.labels())
        .with("config", SenlinObject.nothing())
        .with("data", SenlinObject.nothing())
        .with("dependents", SenlinObject.nothing())
        .with("init_at", Optional.of(cluster.createdAt()))
        .with("created_at", Optional.of(cluster.createdAt()))
        .with("updated_at", Optional.empty())
        .owned(cluster.createdBy())
        .done();
  }

  static String id(ClusterName cluster) {
    return ClusterDirectory.idOf(cluster).toString();
  }

  private static Status status(ListedCluster cluster) {
    Optional<String> doing =
        cluster.atWork().flatMap(kind -> Optional.ofNullable(AT_WORK.get(kind.value())));
    if (doing.isPresent()) {
      return new Status(doing.get(), "%s is RUNNING".formatted(cluster.atWork().orElseThrow()));
    }
    if (cluster.shape().profile().isEmpty() && cluster.counts().members() == 0) {
      return withoutMembers(cluster.lastChange());
    }
    int active = cluster.counts().active();
    return new Status(
        ClusterCondition.of(cluster.shape().sizes(), active).name(),
        "%d members are active, %d are desired"
            .formatted(active, cluster.shape().sizes().desired()));
  }

  private static Status withoutMembers(Optional<LastChange> last) {
    String why =
        last.map(change ->
                "%s %s is %s; the action says why"
                    .formatted(change.kind(), change.action(), change.state()))
            .orElse("it has nodes at most, and no members; cluster create makes them");
    boolean failed =
        last.filter(change -> change.kind().value().equals("cluster.create"))
            .filter(change -> change.state().isFinal() && change.state() != ActionState.DONE)
            .isPresent();
    return new Status(failed ? "ERROR" : "INIT", why);
  }
}
