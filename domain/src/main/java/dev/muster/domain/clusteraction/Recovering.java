package dev.muster.domain.clusteraction;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.MemberArgs.OfOne;
import dev.muster.domain.clusteraction.MemberArgs.OfRecover;
import dev.muster.domain.clusteraction.MemberArgs.Operation;
import dev.muster.domain.clusteraction.PlanPhase.Gate;
import dev.muster.domain.clusteraction.PlanPhase.Weight;
import dev.muster.domain.clusteraction.PlanWork.When;
import dev.muster.domain.member.Deed;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Actions that find out which members are not well, and bring those back. */
final class Recovering {

  private Recovering() {}

  static Optional<String> cluster(OfRecover args, PlanDraft draft) {
    recover(draft, draft.roster().members(), args.operation(), args.check().orElse(false));
    return Optional.empty();
  }

  static Optional<String> one(OfOne args, PlanDraft draft) {
    Roster roster = draft.roster();
    return draft
        .missing(List.of(args.node()))
        .or(() -> noProvider(roster, args.node()))
        .or(() -> {
          List<MemberRecord> member = roster.find(args.node()).stream().toList();
          boolean check = args.check().orElse(false);
          if (check) {
            look(draft, member, Weight.COUNTS_IF_NOT_DONE);
          }
          bringBack(
              draft, member, check ? When.BROKEN : When.ALWAYS, operation(draft, args.operation()));
          return Optional.empty();
        });
  }

  static Optional<String> checkOne(OfOne args, PlanDraft draft) {
    Roster roster = draft.roster();
    return draft
        .missing(List.of(args.node()))
        .or(() -> noProvider(roster, args.node()))
        .or(() -> {
          look(draft, roster.find(args.node()).stream().toList(), Weight.COUNTS);
          return Optional.empty();
        });
  }

  /** Nobody can be asked about a member that was there before. */
  static Optional<String> noProvider(Roster roster, NodeId node) {
    return roster.find(node).filter(MemberRecord::hasProvider).isPresent()
        ? Optional.empty()
        : Optional.of(
            "no provider made member %s, so nobody can be asked to do this to it".formatted(node));
  }

  private static void recover(
      PlanDraft draft, List<MemberRecord> members, Optional<Operation> asked, boolean check) {
    if (check) {
      look(draft, members, Weight.COUNTS_IF_NOT_DONE);
    }
    bringBack(draft, members, check ? When.BROKEN : When.UNWELL, operation(draft, asked));
  }

  /** As it was asked, or as a policy says, or by making it anew. */
  private static ObjectNode operation(PlanDraft draft, Optional<Operation> asked) {
    String decided =
        draft.data().path("health").path("recover_action").path(0).path("name").asString("");
    Operation usual =
        List.of(Operation.values()).stream()
            .filter(one -> one.name().equals(decided))
            .findFirst()
            .orElse(Operation.RECREATE);
    return WireFormat.JSON.createObjectNode().put("operation", asked.orElse(usual).name());
  }

  /** Providers look at members, to find out which are well. */
  private static void look(PlanDraft draft, List<MemberRecord> members, Weight weight) {
    List<PlanWork> works =
        members.stream()
            .filter(MemberRecord::hasProvider)
            .map(one -> PlanDraft.deed(Deed.CHECK, one.node()))
            .toList();
    if (!works.isEmpty()) {
      draft.add(new PlanPhase(works, Optional.empty(), Gate.ALWAYS, weight, Optional.empty()));
    }
  }

  /** Members are brought back, those that have to be when its turn comes. */
  private static void bringBack(
      PlanDraft draft, List<MemberRecord> members, When when, ObjectNode operation) {
    List<PlanWork> works =
        members.stream()
            .filter(MemberRecord::hasProvider)
            .map(one ->
                new PlanWork(
                    one.node(),
                    Optional.of(Deed.RECOVER),
                    Optional.empty(),
                    when,
                    List.of(),
                    operation))
            .toList();
    if (!works.isEmpty()) {
      draft.add(PlanPhase.of(works));
    }
  }
}
