package dev.muster.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists in terminals that are too narrow for them. */
final class TableTest {

  private static final Table RUNS =
      Table.of("RUN", "CLUSTER", "PLAYBOOK", "STATE", "STAGE", "OK", "STARTED", "BY", "REASON")
          .row(
              "3f2a91c4",
              "cellar",
              "rolling-restart",
              "IncompleteTargets",
              "rest",
              "2/5, 1 failed",
              "3m ago",
              "ada",
              "new kernel for everybody OPS-12");

  private static final Table ACTIONS =
      Table.of("ACTION", "CLUSTER", "NODE", "KIND", "STATE", "CREATED", "RUN", "STEP", "WHY")
          .row(
              "0b7c55d2",
              "cellar",
              "broker-3",
              "service.restart",
              "PENDING_SCHEDULE",
              "3m ago",
              "3f2a91c4",
              "restart",
              "node broker-3 is not up: its agent does not answer since 12:00:03");

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void whatTellsRowsApartIsNeverCut(int room) {
    assertThat(RUNS.lines(Style.MONO, room))
        .allSatisfy(line -> assertThat(Text.width(line)).isLessThanOrEqualTo(room))
        .last()
        .asString()
        .contains("3f2a91c4", "cellar", "rolling-restart", "IncompleteTargets");
    assertThat(ACTIONS.lines(Style.MONO, room))
        .allSatisfy(line -> assertThat(Text.width(line)).isLessThanOrEqualTo(room))
        .last()
        .asString()
        .contains("0b7c55d2", "cellar", "broker-3", "PENDING_SCHEDULE");
  }

  @Test
  void theLeastImportantColumnsGoFirstAndAsAWhole() {
    assertThat(RUNS.lines(Style.MONO, 80))
        .containsExactly(
            "RUN       CLUSTER  PLAYBOOK         STATE              STAGE  OK",
            "3f2a91c4  cellar   rolling-restart  IncompleteTargets  rest   2/5, 1 failed");
    assertThat(ACTIONS.lines(Style.MONO, 80).getLast())
        .isEqualTo(
            "0b7c55d2  cellar   broker-3  service.restart  PENDING_SCHEDULE  node broker-3 i…");
  }

  @Test
  void proseIsCutBeforeAnythingIsLeftOut() {
    List<String> wide = RUNS.lines(Style.MONO, 120);
    assertThat(wide.getFirst()).contains("REASON", "STARTED", "BY");
    assertThat(wide.getLast()).contains("new kernel").endsWith("…");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40})
  void aTerminalThatIsTooNarrowForAnIdAndAStateWrapsThem(int room) {
    Table table = Table.of("NAME", "STATE").row("a-node-with-a-very-long-name.example", "RUNNING");
    assertThat(table.lines(Style.MONO, room).getLast())
        .isEqualTo("a-node-with-a-very-long-name.example  RUNNING");
  }
}
