package dev.muster.domain.clusteraction;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.MemberArgs.OfCreate;
import dev.muster.domain.clusteraction.MemberArgs.OfNodes;
import dev.muster.domain.clusteraction.MemberArgs.OfNothing;
import dev.muster.domain.clusteraction.MemberArgs.OfOne;
import dev.muster.domain.clusteraction.MemberArgs.OfRecover;
import dev.muster.domain.clusteraction.MemberArgs.OfReplace;
import dev.muster.domain.clusteraction.MemberArgs.OfResize;
import dev.muster.domain.clusteraction.MemberArgs.OfScale;
import dev.muster.domain.clusteraction.MemberArgs.OfUpdate;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.member.Sizes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The actions on clusters that change members, each in a few lines. */
final class MemberVerbs {

  static final List<ClusterVerb> ALL =
      List.of(
          MemberVerb.of("cluster.create", OfCreate.class, Sizing::wrongSizes, Sizing::create),
          MemberVerb.of(
              "cluster.delete", OfNothing.class, MemberVerbs::fine, (args, draft) -> delete(draft)),
          MemberVerb.of("cluster.update", OfUpdate.class, Sizing::wrongSizes, Updating::cluster),
          MemberVerb.of("cluster.resize", OfResize.class, Sizing::wrongSizes, Sizing::resize)
              .preparing(Sizing::tellResize),
          MemberVerb.of("cluster.scale-out", OfScale.class, Sizing::wrongCount, Sizing::scaleOut),
          MemberVerb.of("cluster.scale-in", OfScale.class, Sizing::wrongCount, Sizing::scaleIn)
              .preparing((args, roster, data) ->
                  args.candidates().ifPresent(goers -> tellGoers(goers, data))),
          MemberVerb.of("cluster.add-nodes", OfNodes.class, MemberVerbs::noNodes, MemberVerbs::add),
          MemberVerb.of("cluster.del-nodes", OfNodes.class, MemberVerbs::noNodes, MemberVerbs::del)
              .preparing((args, roster, data) -> tellGoers(args.nodes(), data)),
          MemberVerb.of("cluster.replace-nodes", OfReplace.class, Replacing::wrong, Replacing::plan)
              .preparing((args, roster, data) -> tellGoers(Replacing.goers(args), data)),
          MemberVerb.of("cluster.recover", OfRecover.class, MemberVerbs::fine, Recovering::cluster),
          MemberVerb.of(
              "cluster.heal",
              OfNothing.class,
              MemberVerbs::fine,
              (args, draft) -> Healing.plan(draft)),
          MemberVerb.of(
                  "node.create", OfNothing.class, MemberVerbs::fine, (args, draft) -> draft.grow(1))
              .preparing((args, roster, data) -> data.withObject("creation").put("count", 1)),
          MemberVerb.of("node.delete", OfOne.class, MemberVerbs::fine, MemberVerbs::deleteOne)
              .preparing((args, roster, data) -> tellGoers(List.of(args.node()), data)),
          MemberVerb.of("node.update", OfOne.class, Updating::noProfile, Updating::one),
          MemberVerb.of("node.join", OfOne.class, MemberVerbs::fine, MemberVerbs::joinOne),
          MemberVerb.of("node.leave", OfOne.class, MemberVerbs::fine, MemberVerbs::leaveOne)
              .preparing((args, roster, data) -> tellGoers(List.of(args.node()), data)),
          MemberVerb.of("node.check", OfOne.class, MemberVerbs::fine, Recovering::checkOne),
          MemberVerb.of("node.recover", OfOne.class, MemberVerbs::fine, Recovering::one));

  private MemberVerbs() {}

  /** There is nothing to check beyond what is read. */
  static <A> Optional<String> fine(A args) {
    return Optional.empty();
  }

  /** From here on it is to have no members; what cannot be deleted stays as a broken one. */
  private static Optional<String> delete(PlanDraft draft) {
    Roster roster = draft.roster();
    roster.resize(new ClusterShape(Sizes.UNBOUNDED, roster.shape().nextIndex(), Optional.empty()));
    draft.remove(roster.members().stream().map(MemberRecord::node).toList(), true, Map.of());
    return Optional.empty();
  }

  private static Optional<String> noNodes(OfNodes args) {
    return noNodes(args.nodes());
  }

  static Optional<String> noNodes(List<NodeId> nodes) {
    return nodes.isEmpty()
        ? Optional.of("/nodes: empty (expected: at least one node)")
        : new HashSet<>(nodes).size() < nodes.size()
            ? Optional.of("/nodes: a node is named twice (expected: each once)")
            : Optional.empty();
  }

  private static Optional<String> add(OfNodes args, PlanDraft draft) {
    int capacity = draft.roster().size() + args.nodes().size();
    return draft
        .roster()
        .sizes()
        .tooMany(capacity)
        .or(() -> draft.join(args.nodes()))
        .or(() -> {
          draft.roster().desire(capacity);
          return Optional.empty();
        });
  }

  private static Optional<String> del(OfNodes args, PlanDraft draft) {
    return draft.shrink(args.nodes(), args.destroy().orElse(false));
  }

  private static Optional<String> deleteOne(OfOne args, PlanDraft draft) {
    return draft.shrink(List.of(args.node()), args.destroy().orElse(true));
  }

  private static Optional<String> leaveOne(OfOne args, PlanDraft draft) {
    return draft.shrink(List.of(args.node()), false);
  }

  private static Optional<String> joinOne(OfOne args, PlanDraft draft) {
    return add(new OfNodes(List.of(args.node()), Optional.empty(), Optional.empty()), draft);
  }

  private static void tellGoers(List<NodeId> goers, ObjectNode data) {
    ObjectNode deletion = data.withObject("deletion").put("count", goers.size());
    goers.forEach(goer -> deletion.withArray("candidates").add(goer.value()));
  }

  /** New ones first, then the old ones go whose successor is there. */
  static final class Replacing {

    private Replacing() {}

    static Optional<String> wrong(OfReplace args) {
      if (args.nodes().isPresent() == args.members().isPresent()) {
        return Optional.of(
            ": %s (expected: either nodes, by member the node that takes its place, or members, which new ones replace)"
                .formatted(
                    args.nodes().isPresent() ? "nodes and members" : "neither nodes nor members"));
      }
      try {
        return noNodes(goers(args))
            .or(() ->
                noNodes(List.copyOf(args.nodes().orElse(Map.of("", new NodeId("any"))).values())));
      } catch (IllegalArgumentException e) {
        return Optional.of("/nodes: " + e.getMessage());
      }
    }

    static List<NodeId> goers(OfReplace args) {
      return args.members()
          .orElseGet(() ->
              args.nodes().orElse(Map.of()).keySet().stream().sorted().map(NodeId::new).toList());
    }

    static Optional<String> plan(OfReplace args, PlanDraft draft) {
      List<NodeId> goers = goers(args);
      Optional<String> whyNot =
          draft
              .missing(goers)
              .or(() ->
                  args.nodes().isPresent()
                      ? draft.join(List.copyOf(args.nodes().get().values()))
                      : draft.create(goers.size()));
      if (whyNot.isEmpty()) {
        draft.remove(
            goers,
            args.destroy().orElse(args.members().isPresent()),
            successors(args, goers, draft.roster()));
      }
      return whyNot;
    }

    private static Map<NodeId, NodeId> successors(
        OfReplace args, List<NodeId> goers, Roster roster) {
      Map<NodeId, NodeId> after = new LinkedHashMap<>();
      if (args.nodes().isPresent()) {
        args.nodes().get().forEach((old, by) -> after.put(new NodeId(old), by));
        return after;
      }
      List<MemberRecord> all = new ArrayList<>(roster.members());
      List<MemberRecord> made = all.subList(all.size() - goers.size(), all.size());
      for (int i = 0; i < goers.size(); i++) {
        after.put(goers.get(i), made.get(i).node());
      }
      return after;
    }
  }

  /** The newest version of a profile that arguments name, or why there is none. */
  static Optional<String> unknownProfile(Roster roster, String name) {
    return roster.newest(name).isPresent()
        ? Optional.empty()
        : Optional.of("there is no profile %s (see: muster profile list)".formatted(name));
  }

  static ProfileKey profile(Roster roster, String name) {
    return roster.newest(name).orElseThrow();
  }
}
