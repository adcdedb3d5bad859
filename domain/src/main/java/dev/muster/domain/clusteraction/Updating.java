package dev.muster.domain.clusteraction;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.MemberArgs.OfOne;
import dev.muster.domain.clusteraction.MemberArgs.OfUpdate;
import dev.muster.domain.clusteraction.PlanPhase.Gate;
import dev.muster.domain.clusteraction.PlanPhase.Weight;
import dev.muster.domain.clusteraction.PlanWork.When;
import dev.muster.domain.member.Deed;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Actions that give members another profile. */
final class Updating {

  private Updating() {}

  /** Bounds of the size, and another profile: batch after batch, as policies say. */
  static Optional<String> cluster(OfUpdate args, PlanDraft draft) {
    Roster roster = draft.roster();
    Optional<String> whyNot =
        Sizing.bound(roster, args.minSize(), args.maxSize())
            .or(() -> args.profile().flatMap(name -> MemberVerbs.unknownProfile(roster, name)));
    if (whyNot.isPresent() || args.profile().isEmpty()) {
      return whyNot;
    }
    ProfileKey profile = MemberVerbs.profile(roster, args.profile().get());
    roster.resize(
        new ClusterShape(roster.sizes(), roster.shape().nextIndex(), Optional.of(profile)));
    if (!args.profileOnly().orElse(false)) {
      update(draft, batches(draft, profile), pause(draft), profile);
    }
    return Optional.empty();
  }

  private static Optional<Duration> pause(PlanDraft draft) {
    return draft
        .decided("update", "pause_time")
        .filter(seconds -> seconds > 0)
        .map(Duration::ofSeconds);
  }

  /** What policies left out comes last; who has the profile already is left alone. */
  private static List<List<NodeId>> batches(PlanDraft draft, ProfileKey profile) {
    List<NodeId> due =
        draft.roster().members().stream()
            .filter(MemberRecord::hasProvider)
            .filter(one -> !one.profile().equals(Optional.of(profile)))
            .map(MemberRecord::node)
            .toList();
    List<List<NodeId>> batches = new ArrayList<>();
    Set<NodeId> planned = new HashSet<>();
    for (JsonNode batch : draft.data().path("update").path("plan")) {
      batches.add(
          batch
              .valueStream()
              .map(JsonNode::asString)
              .map(NodeId::new)
              .filter(due::contains)
              .filter(planned::add)
              .toList());
    }
    batches.add(due.stream().filter(node -> !planned.contains(node)).toList());
    return batches;
  }

  static Optional<String> noProfile(OfOne args) {
    return args.profile().isPresent()
        ? Optional.empty()
        : Optional.of("/profile: missing (expected: the profile that the member gets)");
  }

  static Optional<String> one(OfOne args, PlanDraft draft) {
    Roster roster = draft.roster();
    return draft
        .missing(List.of(args.node()))
        .or(() -> Recovering.noProvider(roster, args.node()))
        .or(() -> args.profile().flatMap(name -> MemberVerbs.unknownProfile(roster, name)))
        .or(() -> {
          update(
              draft,
              List.of(List.of(args.node())),
              Optional.empty(),
              MemberVerbs.profile(roster, args.profile().orElseThrow()));
          return Optional.empty();
        });
  }

  /** Members get another profile, batch after batch. */
  private static void update(
      PlanDraft draft, List<List<NodeId>> batches, Optional<Duration> pause, ProfileKey profile) {
    ObjectNode more =
        WireFormat.JSON
            .createObjectNode()
            .put("profile", profile.name())
            .put("version", profile.version());
    for (List<NodeId> batch : batches) {
      List<PlanWork> works =
          batch.stream()
              .map(node ->
                  new PlanWork(
                      node,
                      Optional.of(Deed.UPDATE),
                      Optional.empty(),
                      When.ALWAYS,
                      List.of(),
                      more))
              .toList();
      if (!works.isEmpty()) {
        draft.add(
            new PlanPhase(
                works,
                draft.isEmpty() ? Optional.empty() : pause,
                Gate.IF_ALL_WENT_WELL,
                Weight.COUNTS,
                Optional.empty()));
      }
    }
  }
}
