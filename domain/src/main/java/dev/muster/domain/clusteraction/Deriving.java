package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.PlanPhase.Weight;
import dev.muster.domain.clusteraction.PlanWork.Errand;
import dev.muster.domain.member.Deed;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.Profile;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.protocol.WireFormat;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The actions on nodes that a plan's work is: what a provider is asked, and by which arguments. */
final class Deriving {

  private Deriving() {}

  static DerivedAction of(
      Roster roster, PlanWork work, MemberRecord member, ActionId id, Weight weight) {
    boolean bestEffort = weight != Weight.COUNTS;
    if (work.errand().isPresent()) {
      Errand errand = work.errand().get();
      NodeId on = errand.on().or(() -> member.member().provider()).orElse(member.node());
      return new DerivedAction(
          id,
          on,
          errand.kind(),
          Errands.args(errand, member),
          errand.timeout(),
          bestEffort,
          Optional.empty());
    }
    Deed deed = work.deed().orElseThrow();
    ProfileKey key =
        deed == Deed.UPDATE ? Applying.profile(work.more()) : member.profile().orElseThrow();
    Profile profile = roster.profile(key).orElseThrow().profile();
    return new DerivedAction(
        id,
        member.member().provider().orElseThrow(),
        profile.kindOf(deed),
        args(roster, work, member, profile),
        profile.timeoutOf(deed),
        bestEffort,
        Optional.empty());
  }

  private static ObjectNode args(
      Roster roster, PlanWork work, MemberRecord member, Profile profile) {
    ObjectNode args =
        WireFormat.JSON
            .createObjectNode()
            .put("member", member.node().value())
            .put("cluster", roster.was().cluster().value())
            .put("index", member.member().index());
    args.set("spec", WireFormat.JSON.createObjectNode().setAll(profile.spec().orElse(Map.of())));
    args.set("data", member.data());
    member.physical().ifPresent(physical -> args.set("physical", physical));
    if (work.more().path("operation").isString()) {
      args.set("operation", work.more().path("operation"));
    }
    if (work.more().path("params").isObject()) {
      args.set("params", work.more().path("params"));
    }
    return args;
  }

  /** The member while that is done. */
  static MemberRecord inHand(MemberRecord member, Deed deed, ActionId by) {
    return member.inHand(deed == Deed.DELETE ? MemberState.DELETING : member.state(), by);
  }
}
