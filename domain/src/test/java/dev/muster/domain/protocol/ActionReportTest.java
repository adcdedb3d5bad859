package dev.muster.domain.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is read of an action as an agent writes it. */
final class ActionReportTest {

  private static final String BEGUN =
      """
      {"id":"00000000-0000-4000-8000-000000000001","kind":"test.ping","args":{},"metadata":{},
      "createdAt":"2026-01-31T12:00:00Z","receivedAt":"2026-01-31T12:00:01Z",
      "startedAt":"2026-01-31T12:00:02Z","state":"RUNNING","payload":PAYLOAD,"origin":"core"}\
      """;

  @Test
  void tookTheTimeFromItsStartToItsEnd() {
    String ended =
        BEGUN
            .replace("PAYLOAD", "null")
            .replace("\"RUNNING\"", "\"DONE\",\"finishedAt\":\"2026-01-31T12:00:09Z\"");
    assertThat(read(ended).duration()).contains(Duration.ofSeconds(7));
    assertThat(read(BEGUN.replace("PAYLOAD", "null")).duration()).isEmpty();
  }

  @Test
  void hasNoPayloadWhereItIsNull() {
    assertThat(read(BEGUN.replace("PAYLOAD", "null")).payload()).isEmpty();
    assertThat(read(BEGUN.replace("PAYLOAD", "{\"n\":1}")).payload().orElseThrow().get("n").asInt())
        .isEqualTo(1);
  }

  private static ActionReport read(String json) {
    return WireFormat.JSON.readValue(json, ActionReport.class);
  }
}
