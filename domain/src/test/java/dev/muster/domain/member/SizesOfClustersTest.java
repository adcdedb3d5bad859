package dev.muster.domain.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;

final class SizesOfClustersTest {

  private static final Instant START = Instant.parse("2026-11-23T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "EXACT_CAPACITY, 7, 1, 4, 7",
    "CHANGE_IN_CAPACITY, 2, 1, 4, 6",
    "CHANGE_IN_CAPACITY, -5, 1, 4, -1",
    "CHANGE_IN_PERCENTAGE, 50, 1, 4, 6",
    "CHANGE_IN_PERCENTAGE, 10, 1, 4, 5",
    "CHANGE_IN_PERCENTAGE, -10, 1, 4, 3",
    "CHANGE_IN_PERCENTAGE, 37.5, 1, 5, 6",
    "CHANGE_IN_PERCENTAGE, -37.5, 1, 5, 4",
    "CHANGE_IN_PERCENTAGE, 20, 3, 5, 8",
    "CHANGE_IN_PERCENTAGE, -20, 3, 5, 2",
    "CHANGE_IN_PERCENTAGE, 50, 3, 0, 0"
  })
  void adjustsAsSenlinDoes(
      Adjustment.Type type, double number, int minStep, int current, int expected) {
    assertThat(new Adjustment(type, number, minStep).of(current)).isEqualTo(expected);
  }

  @Test
  void aCapacityBeyondABoundIsRefusedOrBroughtToIt() {
    Sizes sizes = new Sizes(1, Optional.of(5), 3);

    assertThat(sizes.whyNot(3)).isEmpty();
    assertThat(sizes.whyNot(0)).hasValueSatisfying(why -> assertThat(why).contains("min_size (1)"));
    assertThat(sizes.whyNot(6)).hasValueSatisfying(why -> assertThat(why).contains("max_size (5)"));
    assertThat(List.of(sizes.nearest(0), sizes.nearest(3), sizes.nearest(9)))
        .containsExactly(1, 3, 5);
    assertThat(Sizes.UNBOUNDED.whyNot(1_000_000)).isEmpty();
  }

  @Test
  void theBrokenGoFirstThenTheUnmadeThenTheOldestOrTheYoungest() {
    List<Member> members =
        List.of(
            member(1, MemberState.ACTIVE, NodeStatus.UP, false),
            member(2, MemberState.ACTIVE, NodeStatus.UP, false),
            member(3, MemberState.CREATING, NodeStatus.UNKNOWN, false),
            member(4, MemberState.ERROR, NodeStatus.UP, false),
            member(5, MemberState.ACTIVE, NodeStatus.UNREACHABLE, false),
            member(6, MemberState.ACTIVE, NodeStatus.UP, true));

    assertThat(names(members, 6, Criterion.OLDEST_FIRST, 1))
        .containsExactly("n4", "n5", "n6", "n3", "n1", "n2");
    assertThat(names(members, 6, Criterion.YOUNGEST_FIRST, 1))
        .containsExactly("n6", "n5", "n4", "n3", "n2", "n1");
    assertThat(names(members, 6, Criterion.RANDOM, 1)).endsWith("n3", "n1", "n2");
    assertThat(names(members, 6, Criterion.RANDOM, 7))
        .isEqualTo(names(members, 6, Criterion.RANDOM, 7));
    assertThat(names(members, 2, Criterion.OLDEST_PROFILE_FIRST, 1)).containsExactly("n4", "n5");
    assertThat(names(members, -1, Criterion.RANDOM, 1)).isEmpty();
  }

  private static List<String> names(
      List<Member> members, int count, Criterion criterion, long seed) {
    return Candidates.of(members, count, criterion, seed).stream().map(NodeId::value).toList();
  }

  private static Member member(int index, MemberState state, NodeStatus health, boolean tainted) {
    return new Member(
        new NodeId("n" + index),
        index,
        Optional.empty(),
        state,
        START.plusSeconds(index),
        START,
        tainted,
        JsonNodeFactory.instance.objectNode(),
        Optional.of(health));
  }
}
