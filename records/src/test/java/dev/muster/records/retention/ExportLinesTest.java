package dev.muster.records.retention;

import static dev.muster.records.RecordsFixture.after;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionId;
import dev.muster.records.runs.NewRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is kept of history before it goes. */
final class ExportLinesTest extends RemovalScene {

  @Test
  void nothingGoesThatCouldNotBeExported() {
    NewRun run = history.ended(after(1));
    ActionId step = history.doneStep(run.id(), after(1));
    Export full =
        lines -> {
          throw new IllegalStateException("no space left");
        };

    assertThatThrownBy(() -> removal.runs(cluster, after(100), 0, Optional.of(full)))
        .hasMessage("no space left");

    assertThat(records.runs().find(run.id())).isPresent();
    assertThat(records.actions().find(step)).isPresent();
  }

  @Test
  void whatWasExportedAndDidNotGoIsExportedAgain() {
    NewRun run = history.ended(after(1));
    history.doneStep(run.id(), after(1));
    List<JsonNode> before = new ArrayList<>();
    List<JsonNode> again = new ArrayList<>();
    Export dies =
        lines -> {
          before.addAll(lines);
          throw new IllegalStateException("killed when the file had its name");
        };

    assertThatThrownBy(() -> removal.runs(cluster, after(100), 0, Optional.of(dies)))
        .hasMessageContaining("killed");
    removal.runs(cluster, after(100), 0, Optional.of(again::addAll));

    assertThat(again).isEqualTo(before).hasSize(2);
    assertThat(records.runs().find(run.id())).isEmpty();
  }

  @Test
  void theExportHasALineForEachActionEachRunAndEachEntryWithWhatBelongsToThem() {
    NewRun run = history.ended(after(1));
    ActionId step = history.doneStep(run.id(), after(1));
    List<JsonNode> lines = new ArrayList<>();

    removal.runs(cluster, after(100), 0, Optional.of(lines::addAll));
    removal.audit(Optional.of(cluster), after(100), Optional.of(lines::addAll));

    assertThat(lines)
        .extracting(line -> line.path("record").asString())
        .containsExactly("action", "run", "audit");
    JsonNode action = lines.getFirst();
    assertThat(action.path("id").asString()).isEqualTo(step.toString());
    assertThat(action.path("args").path("text").asString()).isEqualTo("hello");
    assertThat(action.path("transitions").valueStream().map(one -> one.path("to_state").asString()))
        .containsExactly("PENDING_SCHEDULE", "DONE");
    JsonNode line = lines.get(1);
    assertThat(line.path("id").asString()).isEqualTo(run.id().toString());
    assertThat(line.path("stages").size()).isEqualTo(3);
    assertThat(line.path("nodes").size()).isEqualTo(6);
    assertThat(lines.getLast().path("run").asString()).isEqualTo(run.id().toString());
  }

  @Test
  void whatIsSensitiveIsNotInTheExport() {
    NewRun run = history.ended(after(1));
    ActionId step = history.doneStep(run.id(), after(1));
    database.sql("update nodes set sensitive = '{text}'");
    database.sql("update runs set definition = '{\"sensitive\": [\"service\"]}'");
    database.sql("update action_transitions set why = 'it said hello to web-of-secrets'");
    database.sql("update runs set params = '{\"service\": \"web-of-secrets\"}'");
    List<JsonNode> lines = new ArrayList<>();

    removal.runs(cluster, after(100), 0, Optional.of(lines::addAll));

    assertThat(lines.toString())
        .contains(step.toString(), "it said")
        .doesNotContain("web-of-secrets", "hello");
  }
}
