package dev.muster.domain.clusteraction;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.MemberArgs.OfCreate;
import dev.muster.domain.clusteraction.MemberArgs.OfResize;
import dev.muster.domain.clusteraction.MemberArgs.OfScale;
import dev.muster.domain.clusteraction.MemberArgs.OfUpdate;
import dev.muster.domain.member.Adjustment;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.Sizes;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Actions that make a cluster as large as somebody wants it. */
final class Sizing {

  /** A cluster has no more members than this. */
  private static final int MOST = 10_000;

  private static final double LARGEST_PERCENTAGE = 1_000_000;

  private Sizing() {}

  static Optional<String> wrongSizes(OfCreate args) {
    return wrong(args.minSize(), args.maxSize())
        .or(() -> outOfRange("/desired", args.desired(), 0))
        .or(() -> {
          Sizes sizes = sizes(args);
          return sizes.whyNot(sizes.desired()).map("/desired: "::concat);
        });
  }

  static Optional<String> wrongSizes(OfUpdate args) {
    return args.profile().isEmpty() && args.minSize().isEmpty() && args.maxSize().isEmpty()
        ? Optional.of(": nothing to change (expected: profile, minSize or maxSize)")
        : wrong(args.minSize(), args.maxSize());
  }

  static Optional<String> wrongSizes(OfResize args) {
    if (args.adjustmentType().isPresent() != args.number().isPresent()) {
      return Optional.of(
          "/number: %s (expected: adjustmentType and number together)"
              .formatted(args.number().isPresent() ? "alone" : "missing"));
    }
    if (args.number().isEmpty() && args.minSize().isEmpty() && args.maxSize().isEmpty()) {
      return Optional.of(
          ": nothing to change (expected: adjustmentType and number, minSize or maxSize)");
    }
    return wrong(args.minSize(), args.maxSize())
        .or(() -> outOfRange("/minStep", args.minStep(), 0))
        .or(() -> args.number().flatMap(number -> wrongNumber(args, number)));
  }

  private static Optional<String> wrongNumber(OfResize args, double number) {
    Adjustment.Type type = args.adjustmentType().orElseThrow();
    String shown = number == Math.rint(number) ? Long.toString((long) number) : "" + number;
    return switch (type) {
      case EXACT_CAPACITY ->
          number < 0 || number > MOST || number != Math.rint(number)
              ? Optional.of("/number: %s (expected: 0 to %d)".formatted(shown, MOST))
              : Optional.empty();
      case CHANGE_IN_CAPACITY ->
          Math.abs(number) > MOST || number == 0 || number != Math.rint(number)
              ? Optional.of("/number: %s (expected: a whole number other than 0)".formatted(shown))
              : Optional.empty();
      case CHANGE_IN_PERCENTAGE ->
          number == 0 || Math.abs(number) > LARGEST_PERCENTAGE || Double.isNaN(number)
              ? Optional.of("/number: %s (expected: percent, other than 0)".formatted(shown))
              : Optional.empty();
    };
  }

  static Optional<String> wrongCount(OfScale args) {
    if (args.candidates().isPresent()) {
      return args.count().isPresent()
          ? Optional.of("/count: there are candidates too (expected: one of the two)")
          : MemberVerbs.noNodes(args.candidates().get());
    }
    return outOfRange("/count", args.count(), 1);
  }

  private static Optional<String> wrong(Optional<Integer> least, Optional<Integer> most) {
    return outOfRange("/minSize", least, 0)
        .or(() -> outOfRange("/maxSize", most, 0))
        .or(() ->
            most.filter(bound -> bound < least.orElse(0))
                .map(bound ->
                    "/maxSize: %d (expected: at least minSize, which is %d)"
                        .formatted(bound, least.orElse(0))));
  }

  private static Optional<String> outOfRange(String where, Optional<Integer> value, int least) {
    return value
        .filter(number -> number < least || number > MOST)
        .map(number -> "%s: %d (expected: %d to %d)".formatted(where, number, least, MOST));
  }

  private static Sizes sizes(OfCreate args) {
    int least = args.minSize().orElse(0);
    return new Sizes(least, args.maxSize(), args.desired().orElse(least));
  }

  /** The first members of a cluster that has none. */
  static Optional<String> create(OfCreate args, PlanDraft draft) {
    Roster roster = draft.roster();
    if (roster.size() > 0) {
      return Optional.of(
          "the cluster has %d members already (expected: none; use cluster.resize or cluster.update)"
              .formatted(roster.size()));
    }
    return MemberVerbs.unknownProfile(roster, args.profile())
        .or(() -> {
          Sizes sizes = sizes(args);
          roster.resize(
              new ClusterShape(
                  sizes,
                  roster.shape().nextIndex(),
                  Optional.of(MemberVerbs.profile(roster, args.profile()))));
          return draft.create(sizes.desired());
        });
  }

  static Optional<String> scaleOut(OfScale args, PlanDraft draft) {
    int count = draft.decided("creation", "count").or(args::count).orElse(1);
    return draft.grow(count);
  }

  static Optional<String> scaleIn(OfScale args, PlanDraft draft) {
    Optional<List<NodeId>> named = draft.candidates().or(args::candidates);
    int count = draft.decided("deletion", "count").or(args::count).orElse(1);
    List<NodeId> goers = named.orElseGet(() -> draft.chosen(count));
    int capacity = draft.roster().size() - (named.isPresent() ? goers.size() : count);
    return draft.roster().sizes().tooFew(capacity).or(() -> draft.shrink(goers, true));
  }

  /** Bounds first, then the number. */
  static Optional<String> resize(OfResize args, PlanDraft draft) {
    Roster roster = draft.roster();
    Optional<String> badBounds = bound(roster, args.minSize(), args.maxSize());
    if (badBounds.isPresent()) {
      return badBounds;
    }
    int wanted = wanted(args, roster);
    Optional<String> whyNot = roster.sizes().whyNot(wanted);
    if (whyNot.isPresent() && args.strict().orElse(true) && args.number().isPresent()) {
      return whyNot;
    }
    int capacity = roster.sizes().nearest(wanted);
    int change = capacity - roster.size();
    if (change > 0) {
      return draft.grow(draft.decided("creation", "count").orElse(change));
    }
    if (change == 0) {
      roster.desire(capacity);
      return Optional.empty();
    }
    int count = draft.decided("deletion", "count").orElse(-change);
    return draft.shrink(draft.candidates().orElseGet(() -> draft.chosen(count)), true);
  }

  /** What policies are told of a resize: how many members come or go. */
  static void tellResize(OfResize args, Roster roster, ObjectNode data) {
    Sizes bounds = bounds(roster, args.minSize(), args.maxSize());
    int change = bounds.nearest(wanted(args, roster)) - roster.size();
    if (change > 0) {
      data.withObject("creation").put("count", change);
    } else if (change < 0) {
      data.withObject("deletion").put("count", -change);
    }
  }

  private static int wanted(OfResize args, Roster roster) {
    return args.number()
        .map(number ->
            new Adjustment(args.adjustmentType().orElseThrow(), number, args.minStep().orElse(1))
                .of(roster.size()))
        .orElse(roster.size());
  }

  static Optional<String> bound(Roster roster, Optional<Integer> least, Optional<Integer> most) {
    Sizes bounds = bounds(roster, least, most);
    if (bounds.most().filter(bound -> bound < bounds.least()).isPresent()) {
      return Optional.of(
          "minSize would be %d and maxSize %d (expected: minSize at most maxSize)"
              .formatted(bounds.least(), bounds.most().orElse(0)));
    }
    roster.resize(new ClusterShape(bounds, roster.shape().nextIndex(), roster.shape().profile()));
    return Optional.empty();
  }

  private static Sizes bounds(Roster roster, Optional<Integer> least, Optional<Integer> most) {
    Sizes now = roster.sizes();
    return new Sizes(least.orElse(now.least()), most.or(now::most), now.desired());
  }
}
