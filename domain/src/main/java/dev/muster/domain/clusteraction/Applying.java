package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.clusteraction.PlanResults.Result;
import dev.muster.domain.member.Deed;
import dev.muster.domain.member.MemberChange.WithNode;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.ProfileKey;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What a piece of work makes of its member. */
final class Applying {

  private Applying() {}

  /** Notes it in the roster. */
  static void to(Roster roster, Result result) {
    Optional<MemberRecord> member = roster.find(result.work().member());
    if (member.isPresent() && result.work().deed().isPresent()) {
      Deed deed = result.work().deed().get();
      if (result.failure().isPresent()) {
        failed(roster, member.get(), deed, result, result.failure().get());
      } else {
        done(roster, member.get(), deed, result);
      }
    }
  }

  private static void done(Roster roster, MemberRecord member, Deed deed, Result result) {
    switch (deed) {
      case DELETE -> roster.drop(member.node(), WithNode.GOES);
      case CREATE, CHECK, RECOVER -> active(roster, member, result);
      case UPDATE -> {
        ProfileKey profile = profile(result.work().more());
        active(roster, member.of(profile, roster.profile(profile).orElseThrow().since()), result);
      }
    }
  }

  private static void active(Roster roster, MemberRecord member, Result result) {
    MemberRecord now = member.active(result.physical(), result.address());
    roster.put(now);
    if (!now.address().equals(member.address()) || member.member().health().isEmpty()) {
      now.address().ifPresent(address -> roster.reach(member.node(), address));
    }
  }

  /**
   * What nobody was asked for is as it was. Of a check that its provider could not make nothing is
   * known.
   */
  private static void failed(
      Roster roster, MemberRecord member, Deed deed, Result result, String why) {
    boolean unknown =
        deed == Deed.CHECK
            && (result.child().state() == ActionState.CANCELLED
                || result.child().state() == ActionState.LOST);
    if (!result.touched() && deed == Deed.CREATE) {
      roster.drop(member.node(), WithNode.GOES);
    } else if (!result.touched() || unknown) {
      roster.put(member.released());
    } else {
      roster.put(member.broken(why, result.physical()));
      result
          .address()
          .filter(address -> deed == Deed.CREATE)
          .ifPresent(address -> roster.reach(member.node(), address));
    }
  }

  /** The profile that an update gives a member. */
  static ProfileKey profile(ObjectNode more) {
    return new ProfileKey(more.path("profile").asString(""), more.path("version").asInt(0));
  }
}
