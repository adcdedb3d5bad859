package dev.muster.domain.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class RequestedActionTest {

  private static final ActionId ID = ActionId.derived("asked");
  private static final ActionId OTHER = ActionId.derived("other");
  private static final ClusterName CLUSTER = new ClusterName("prod");

  @Test
  void waitsForAPersonFirstThenForOthersThenForItsTurn() {
    assertThat(asked("{}").initialState()).isEqualTo(ActionState.PENDING_SCHEDULE);
    assertThat(asked(dependsOn(OTHER)).initialState()).isEqualTo(ActionState.WAITING);
    assertThat(asked("{\"approve\":\"required\"}").initialState())
        .isEqualTo(ActionState.PENDING_APPROVE);
  }

  @Test
  void mayDependOnWhatItsClusterHas() {
    assertThat(asked(dependsOn(OTHER)).whyNot(Map.of(OTHER, CLUSTER))).isEmpty();
    String why =
        "dependsOn: %s (expected: another action of cluster prod that exists already)"
            .formatted(OTHER);
    assertThat(asked(dependsOn(OTHER)).whyNot(Map.of())).contains(why);
    assertThat(asked(dependsOn(OTHER)).whyNot(Map.of(OTHER, new ClusterName("test"))))
        .contains(why);
    assertThat(asked(dependsOn(ID)).whyNot(Map.of(ID, CLUSTER))).as("not on itself").isPresent();
  }

  @Test
  void keepsItsTimesWithinTheirBounds() {
    assertThat(asked("{\"timeout\":\"P7D\",\"scheduleWithin\":\"P365D\"}").whyNot(Map.of()))
        .isEmpty();
    assertThat(asked("{\"timeout\":\"PT0S\"}").whyNot(Map.of()))
        .contains("timeout: PT0S (expected: PT0.001S to PT168H)");
    assertThat(asked("{\"scheduleWithin\":\"P366D\"}").whyNot(Map.of()))
        .contains("scheduleWithin: PT8784H (expected: PT0.001S to PT8760H)");
  }

  @Test
  void waitsADayToBeSentUnlessItSaysHowLong() {
    assertThat(asked("{}").scheduleWithin()).isEqualTo(Duration.ofDays(1));
    assertThat(asked("{\"scheduleWithin\":\"PT5M\"}").scheduleWithin())
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void hasTheIdThatWasAskedForOrANewOne() {
    UUID made = new UUID(1, 2);
    assertThat(RequestedAction.idOf(content("{\"id\":\"%s\"}".formatted(OTHER)), () -> made))
        .isEqualTo(OTHER);
    assertThat(RequestedAction.idOf(content("{}"), () -> made)).isEqualTo(new ActionId(made));
  }

  private static String dependsOn(ActionId other) {
    return "{\"dependsOn\":[\"%s\",\"%s\"]}".formatted(other, other);
  }

  private static RequestedAction asked(String content) {
    return new RequestedAction(
        ID,
        CLUSTER,
        Optional.of(new NodeId("n1")),
        content(content),
        "ada",
        Optional.empty(),
        Instant.parse("2026-03-02T08:00:00Z"));
  }

  /**
   * @param json without the kind
   */
  private static NewActionRequest content(String json) {
    return StrictJson.MAPPER.readValue(
        json.replaceFirst("\\{", "{\"kind\":\"test.ping\"" + (json.equals("{}") ? "" : ",")),
        NewActionRequest.class);
  }
}
