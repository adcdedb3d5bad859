package dev.muster.domain.clusteraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.Played.Answer;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.protocol.WireFormat;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Thousands of actions on members whose providers fail, fall silent and lie half done, by seed. */
final class MemberSimulationTest {

  private static final int CLUSTERS = 300;
  private static final int ACTIONS = 12;
  private static final Set<String> SIZING =
      Set.of(
          "cluster.create",
          "cluster.delete",
          "cluster.resize",
          "cluster.scale-out",
          "cluster.scale-in",
          "node.create",
          "node.delete");

  private final Map<ActionState, Integer> ends = new EnumMap<>(ActionState.class);
  private final Set<String> verbs = new TreeSet<>();

  @Test
  void noMemberIsMadeTwiceNoneIsLostAndSizesAgreeWhateverProvidersDo() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      new Simulated(seed).play();
    }
    assertThat(ends)
        .as("everything happens")
        .containsKeys(ActionState.DONE, ActionState.FAILED, ActionState.CANCELLED);
    assertThat(ends.values()).allMatch(count -> count > 100);
    assertThat(verbs).as("each verb succeeds somewhere").hasSize(13);
  }

  private final class Simulated {

    private final long seed;
    private final Random random;
    private final Played cluster = new Played().profile(2);

    /** What is really there, by the provider's word. */
    private final Set<String> processes = new TreeSet<>();

    private final Set<Integer> indexes = new HashSet<>();
    private final Set<ActionId> ids = new HashSet<>();

    Simulated(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    void play() {
      act(
          "cluster.create",
          "{\"profile\": \"small\", \"desired\": %d, \"maxSize\": 9}".formatted(random.nextInt(5)));
      for (int i = 0; i < ACTIONS; i++) {
        actAtRandom();
      }
    }

    private void actAtRandom() {
      List<String> names = cluster.names();
      String some = names.isEmpty() ? "nobody" : names.get(random.nextInt(names.size()));
      int count = 1 + random.nextInt(3);
      switch (random.nextInt(13)) {
        case 0 -> act("cluster.scale-out", "{\"count\": %d}".formatted(count));
        case 1 -> act("cluster.scale-in", "{\"count\": %d}".formatted(count));
        case 2 ->
            act(
                "cluster.resize",
                "{\"adjustmentType\": \"EXACT_CAPACITY\", \"number\": %d}"
                    .formatted(random.nextInt(9)));
        case 3 -> act("cluster.recover", "{\"check\": %s}".formatted(random.nextBoolean()));
        case 4 -> act("cluster.replace-nodes", "{\"members\": [\"%s\"]}".formatted(some));
        case 5 -> act("cluster.update", "{\"profile\": \"small\"}");
        case 6 -> act("node.delete", "{\"node\": \"%s\"}".formatted(some));
        case 7 -> act("node.create", "{}");
        case 8 -> act("node.recover", "{\"node\": \"%s\"}".formatted(some));
        case 9 -> act("node.check", "{\"node\": \"%s\"}".formatted(some));
        case 10 -> act("node.update", "{\"node\": \"%s\", \"profile\": \"small\"}".formatted(some));
        case 11 -> act("cluster.delete", "{}");
        default ->
            act("cluster.create", "{\"profile\": \"small\", \"desired\": 2, \"maxSize\": 9}");
      }
    }

    private void act(String kind, String args) {
      String what = "seed %d: %s %s".formatted(seed, kind, args);
      if (ClusterVerbs.of(new ActionKind(kind))
          .orElseThrow()
          .whyNot(WireFormat.JSON.readTree(args))
          .isPresent()) {
        return;
      }
      cluster.cancelledBy = Optional.empty();
      Set<Integer> before = new HashSet<>();
      cluster.members.values().forEach(one -> before.add(one.member().index()));
      Played.Step step = cluster.start(kind, args);
      for (int i = 0; step.end.isEmpty(); i++) {
        assertThat(i).as(what).isLessThan(20);
        if (random.nextInt(12) == 0) {
          cluster.cancelledBy = Optional.of("bob");
        }
        check(what, step);
        step.answer(this::provide);
        check(what, step);
        // A cycle whose transaction is lost decides again, and the same.
        assertThat(step.over()).as(what).isEqualTo(step.over());
        step.next();
      }
      check(what, step);
      ended(what, kind, before, step.end.get());
    }

    private Answer provide(DerivedAction action) {
      assertThat(ids.add(action.id())).as("an action is derived once").isTrue();
      String member = action.args().path("member").asString();
      if (cluster.cancelledBy.isPresent() && random.nextInt(3) > 0) {
        return new Answer(ActionState.CANCELLED, false, "{}", Optional.of("cancelled"));
      }
      int luck = random.nextInt(10);
      boolean does = luck < 7 || random.nextBoolean();
      switch (action.kind().value()) {
        case "member.create" -> {
          assertThat(processes).as("none is made twice").doesNotContain(member);
          if (does) {
            processes.add(member);
          }
        }
        case "member.recover", "member.update" -> {
          if (does) {
            processes.add(member);
          }
        }
        case "member.delete" -> {
          if (does) {
            processes.remove(member);
          }
        }
        default -> {}
      }
      if (luck == 9) {
        return new Answer(ActionState.LOST, true, "{}", Optional.of("silent"));
      }
      if (luck == 8) {
        return new Answer(ActionState.CANCELLED, false, "{}", Optional.of("not asked")).when(!does);
      }
      if (luck == 7) {
        return Answer.failed("it broke");
      }
      boolean there = processes.contains(member) || action.kind().value().equals("member.delete");
      return new Answer(
          ActionState.DONE,
          true,
          there
              ? "{\"status\": \"ACTIVE\", \"physical\": {\"id\": \"%s\"}, \"address\": \"http://h:1\"}"
                  .formatted(member)
              : "{\"status\": \"ERROR\", \"reason\": \"no process\"}",
          Optional.empty());
    }

    /** At every moment what is there has a record, and no record has another one's index. */
    private void check(String what, Played.Step step) {
      Set<String> named = new TreeSet<>(cluster.names());
      step.open.forEach(
          action -> assertThat(named).as(what).contains(action.args().path("member").asString()));
      List<Integer> now = new ArrayList<>();
      cluster.members.values().forEach(one -> now.add(one.member().index()));
      assertThat(now).as(what).doesNotHaveDuplicates();
      assertThat(now).as(what).allMatch(index -> index < cluster.shape.nextIndex());
      if (step.open.isEmpty() && step.end.isPresent()) {
        assertThat(named).as(what).containsAll(processes);
      }
    }

    private void ended(String what, String kind, Set<Integer> before, End end) {
      ends.merge(end.state(), 1, Integer::sum);
      if (end.state() == ActionState.DONE) {
        verbs.add(kind);
      }
      for (MemberRecord member : cluster.members.values()) {
        assertThat(member.inHand()).as(what).isEmpty();
        assertThat(member.state()).as(what).isIn(MemberState.ACTIVE, MemberState.ERROR);
        assertThat(member.reason().isPresent())
            .as(what)
            .isEqualTo(member.state() == MemberState.ERROR);
        if (!before.contains(member.member().index())) {
          assertThat(indexes.add(member.member().index()))
              .as(what + ": an index is given once")
              .isTrue();
        }
      }
      if (end.state() == ActionState.DONE && SIZING.contains(kind)) {
        assertThat(cluster.members).as(what).hasSize(cluster.shape.sizes().desired());
      }
      assertThat(cluster.members.size()).as(what).isLessThanOrEqualTo(10 + ACTIONS);
    }
  }
}
