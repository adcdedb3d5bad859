package dev.muster.domain.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ActionStateTest {

  private static final Path DIAGRAM = Path.of("..", "docs", "states", "action.mmd");

  @Test
  void theDiagramInTheDocsIsPrintedFromTheTable() throws IOException {
    String printed = diagram();
    if (Boolean.getBoolean("muster.docs.write")) {
      Files.writeString(DIAGRAM, printed);
    }
    assertThat(DIAGRAM)
        .as("run the test with -Dmuster.docs.write to print it again, then look at the change")
        .hasContent(printed);
  }

  @Test
  void noTransitionIsListedTwice() {
    assertThat(ActionState.TRANSITIONS.stream().map(row -> List.of(row.from(), row.to())).toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void exactlyTheseFourAreFinalAndOnlyLostIsEverLeft() {
    assertThat(Arrays.stream(ActionState.values()).filter(ActionState::isFinal))
        .containsExactly(
            ActionState.DONE, ActionState.FAILED, ActionState.CANCELLED, ActionState.LOST);
    assertThat(ActionState.TRANSITIONS.stream().map(ActionState.Transition::from))
        .doesNotContain(ActionState.DONE, ActionState.FAILED, ActionState.CANCELLED);
  }

  @Test
  void everyUnfinishedStateCanEnd() {
    List<ActionState> unfinished =
        Stream.of(ActionState.values()).filter(state -> !state.isFinal()).toList();
    assertThat(unfinished).hasSize(ActionState.values().length - 4);
    for (ActionState state : unfinished) {
      assertThat(reachable(state)).as("from %s", state).contains(ActionState.DONE);
      assertThat(reachable(state)).as("from %s", state).contains(ActionState.CANCELLED);
    }
  }

  @Test
  void everyStateIsReachedFromOneInWhichActionsAreCreated() {
    Set<ActionState> reached = reachable(ActionState.PENDING_APPROVE);
    reached.add(ActionState.PENDING_APPROVE);
    reached.add(ActionState.WAITING_LIFECYCLE_COMPLETION);
    assertThat(reached).containsExactlyInAnyOrder(ActionState.values());
  }

  private static Set<ActionState> reachable(ActionState start) {
    Set<ActionState> seen = EnumSet.noneOf(ActionState.class);
    Deque<ActionState> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      ActionState from = open.pop();
      for (ActionState.Transition row : ActionState.TRANSITIONS) {
        if (row.from() == from && seen.add(row.to())) {
          open.push(row.to());
        }
      }
    }
    return seen;
  }

  private static String diagram() {
    StringBuilder text = new StringBuilder("stateDiagram-v2\n");
    text.append("  [*] --> PENDING_APPROVE: created, approval required\n");
    text.append("  [*] --> WAITING: created, others must succeed first\n");
    text.append("  [*] --> WAITING_LIFECYCLE_COMPLETION: created, a hook must complete first\n");
    text.append("  [*] --> PENDING_SCHEDULE: created\n");
    text.append("  [*] --> NEW: found on an agent, in any of the agent's states\n");
    for (ActionState.Transition row : ActionState.TRANSITIONS) {
      text.append("  %s --> %s: %s\n".formatted(row.from(), row.to(), row.when()));
    }
    for (ActionState state : ActionState.values()) {
      if (state.isFinal()) {
        text.append("  %s --> [*]\n".formatted(state));
      }
    }
    return text.toString();
  }
}
