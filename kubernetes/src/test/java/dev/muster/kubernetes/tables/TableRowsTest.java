package dev.muster.kubernetes.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.tables.TableRows.Head;
import dev.muster.kubernetes.tables.TableRows.Include;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class TableRowsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");

  private static ObjectNode object(String status) {
    return (ObjectNode)
        WireFormat.JSON.readTree(
            """
            {"kind": "Plan", "metadata": {"name": "autopilot", "creationTimestamp":
              "2026-01-01T00:00:00Z"}%s}
            """
                .formatted(status));
  }

  private static JsonNode table(ObjectKind kind, ObjectNode object, Include include, Head head) {
    return TableRows.table(
        CustomResource.of(kind), List.of(object), "7", new TableRows.Look(include, head, NOW));
  }

  @Test
  void plansHaveTheColumnsOfTheirDefinition() {
    JsonNode table =
        table(
            ObjectKind.PLAN,
            object(", \"status\": {\"state\": \"Completed\"}"),
            Include.METADATA,
            Head.SHOWN);
    assertThat(
            table.path("columnDefinitions").valueStream().map(one -> one.path("name").asString()))
        .containsExactly("Name", "State", "Age");
    assertThat(table.at("/rows/0/cells"))
        .isEqualTo(WireFormat.JSON.readTree("[\"autopilot\", \"Completed\", \"60m\"]"));
    assertThat(table.at("/rows/0/object/kind").asString()).isEqualTo("PartialObjectMetadata");
    assertThat(table.at("/metadata/resourceVersion").asString()).isEqualTo("7");
  }

  @Test
  void whatIsNotThereYetIsNothingInItsCell() {
    JsonNode table = table(ObjectKind.PLAN, object(""), Include.NOTHING, Head.LEFT_OUT);
    assertThat(table.path("columnDefinitions").isNull()).isTrue();
    assertThat(table.at("/rows/0/cells/1").isNull()).isTrue();
    assertThat(table.at("/rows/0/object").isNull()).isTrue();
  }

  @Test
  void aKindWithoutColumnsHasItsAge() {
    JsonNode table = table(ObjectKind.CONTROL_NODE, object(""), Include.WHOLE, Head.SHOWN);
    assertThat(
            table.path("columnDefinitions").valueStream().map(one -> one.path("name").asString()))
        .containsExactly("Name", "Age");
    assertThat(table.at("/rows/0/object/kind").asString()).isEqualTo("Plan");
  }

  @ParameterizedTest
  @CsvSource({
    "PT-2S,<invalid>",
    "PT-1S,0s",
    "PT119S,119s",
    "PT2M,2m",
    "PT9M59S,9m59s",
    "PT10M1S,10m",
    "PT179M,179m",
    "PT3H,3h",
    "PT7H59M,7h59m",
    "PT47H,47h",
    "PT48H,2d",
    "P7DT5H,7d5h",
    "P8DT5H,8d",
    "P729D,729d",
    "P731D,2y1d",
    "P2920D,8y"
  })
  void agesAreTwoFiguresOrThree(Duration age, String shown) {
    assertThat(TableRows.age(age)).isEqualTo(shown);
  }
}
