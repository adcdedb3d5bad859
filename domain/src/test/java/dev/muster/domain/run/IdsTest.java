package dev.muster.domain.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.NodeId;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids and names of actions and runs: how they are read, and their order. */
final class IdsTest {

  private static final String LOW = "00000000-0000-4000-8000-000000000001";
  private static final String HIGH = "f0000000-0000-4000-8000-000000000001";

  @Test
  void areReadAndWrittenInTheUsualForm() {
    assertThat(RunId.parse(LOW)).isEqualTo(new RunId(UUID.fromString(LOW))).hasToString(LOW);
    assertThat(ActionId.parse(HIGH)).isEqualTo(new ActionId(UUID.fromString(HIGH)));
    assertThat(ActionId.parse(HIGH)).hasToString(HIGH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1-1-1-1-1", "x0000000-0000-4000-8000-000000000001"})
  void whatIsNoUuidIsRefused(String text) {
    assertThatThrownBy(() -> RunId.parse(text)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ActionId.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "7fffffff-0000-4000-8000-000000000001, 80000000-0000-4000-8000-000000000001",
    "10000000-0000-4000-7fff-000000000001, 10000000-0000-4000-8000-000000000001",
    "10000000-0000-4000-8000-00000000000a, 10000000-0000-4000-8000-00000000000b"
  })
  void areInTheOrderOfTheirTexts(String low, String high) {
    assertThat(RunId.parse(low)).isLessThan(RunId.parse(high));
    assertThat(ActionId.parse(low)).isLessThan(ActionId.parse(high));
    assertThat(ActionId.parse(high)).isEqualByComparingTo(ActionId.parse(high));
  }

  @Test
  void aShortTextIsNamedInTheRefusal() {
    assertThatThrownBy(() -> RunId.parse("1-1-1-1-1"))
        .hasMessage("run id: '1-1-1-1-1' (expected: a UUID)");
    assertThatThrownBy(() -> ActionId.parse("1-1-1-1-1"))
        .hasMessage("action id: '1-1-1-1-1' (expected: a UUID)");
  }

  @Test
  void areInTheOrderOfTheirTexts() {
    assertThat(RunId.parse(LOW)).isLessThan(RunId.parse(HIGH));
    assertThat(ActionId.parse(HIGH)).isGreaterThan(ActionId.parse(LOW));
    StageKey first = new StageKey(RunId.parse(LOW), 2);
    assertThat(first).isLessThan(new StageKey(RunId.parse(LOW), 3));
    assertThat(first).isLessThan(new StageKey(RunId.parse(HIGH), 1));
    assertThat(first).isEqualByComparingTo(new StageKey(RunId.parse(LOW), 2));
    assertThat(first).hasToString(LOW + "/2");
  }

  @Test
  void randomOnesAreInTheOrderOfTheirTextsToo() {
    Random random = new Random(9);
    for (int i = 0; i < 1_000; i++) {
      long first = random.nextLong();
      UUID one = new UUID(first, random.nextLong());
      UUID other = new UUID(random.nextBoolean() ? first : random.nextLong(), random.nextLong());
      int byText = Integer.signum(one.toString().compareTo(other.toString()));
      assertThat(Integer.signum(new RunId(one).compareTo(new RunId(other)))).isEqualTo(byText);
      assertThat(Integer.signum(new ActionId(one).compareTo(new ActionId(other))))
          .isEqualTo(byText);
    }
  }

  @Test
  void areEqualWhereTheirPartsAre() {
    assertThat(new NodeId("n-1")).isEqualTo(new NodeId("n-1")).isNotEqualTo(new NodeId("n-2"));
    assertThat(new NodeId("n-1")).hasSameHashCodeAs(new NodeId("n-1"));
    assertThat(RunId.parse(LOW)).isNotEqualTo(RunId.parse(HIGH)).isNotEqualTo(ActionId.parse(LOW));
    StageKey stage = new StageKey(RunId.parse(LOW), 2);
    assertThat(stage).isEqualTo(new StageKey(RunId.parse(LOW), 2));
    assertThat(stage).hasSameHashCodeAs(new StageKey(RunId.parse(LOW), 2));
    assertThat(stage)
        .isNotEqualTo(new StageKey(RunId.parse(LOW), 3))
        .isNotEqualTo(new StageKey(RunId.parse(HIGH), 2));
  }

  @Test
  void theSamePartsGiveTheSameIdAndOthersAnother() {
    assertThat(ActionId.derived("a", 1)).isEqualTo(ActionId.derived("a", 1));
    assertThat(ActionId.derived("a", 1))
        .isNotEqualTo(ActionId.derived("a", 2))
        .isNotEqualTo(ActionId.derived("a1"));
  }

  @Test
  void aKindIsLowerCaseWords() {
    assertThat(new ActionKind("service.restart")).hasToString("service.restart");
    assertThatThrownBy(() -> new ActionKind("Service.restart"))
        .hasMessage(
            "kind: 'Service.restart' (expected: lower-case words joined by dots, such as"
                + " service.restart)");
  }

  @Test
  void anActorIsSaidWithItsSort() {
    assertThat(Actor.CYCLE).hasToString("orchestration:cycle");
    assertThat(Actor.user("ada")).hasToString("user:ada");
    assertThat(Actor.agent("n1")).hasToString("agent:n1");
    assertThat(Actor.anonymous("10.0.0.7")).hasToString("anonymous:10.0.0.7");
    assertThat(Actor.playbook(LOW)).hasToString("playbook:" + LOW);
  }
}
