package dev.muster.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.EventStream;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ActionEventsTest {

  private static final RunningApi API = RunningApi.start();

  private final Http http = API.http();
  private final String cluster = API.cluster(0);

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void eventsAreListedByLevelAndWithWhatTheyAreAbout() {
    String action = created();

    assertThat(items("?cluster=" + cluster)).as("nothing but debug").isEmpty();
    JsonNode event = items("?level=debug,error&cluster=" + cluster).getFirst();
    assertThat(event.path("action").asString()).isEqualTo(action);
    assertThat(event.path("phase").asString()).isEqualTo("change");
    assertThat(event.path("level").asString()).isEqualTo("debug");
    assertThat(event.path("to").asString()).isEqualTo("PENDING_SCHEDULE");
    assertThat(items("?level=debug&action=" + action)).hasSize(1);
    assertThat(items("?level=debug&kind=test.ping&cluster=" + cluster)).isEmpty();
  }

  @Test
  void whatIsNoLevelOrNoMarkerIsRefused() {
    assertThat(http.get("/v1/events?level=loud").detail()).contains("debug, info, warning");
    assertThat(http.get("/v1/events?marker=never").status()).isEqualTo(400);
    assertThat(http.get("/v1/events/stream?after=-1").status()).isEqualTo(400);
  }

  @Test
  void aFollowerIsToldWhatComesAndEachEventOnce() {
    created();
    try (EventStream stream =
        EventStream.of(API.port(), "/v1/events/stream?level=debug&cluster=" + cluster)) {
      assertThat(stream.comment()).isEqualTo(": following");
      String first = created();
      assertThat(next(stream)).isEqualTo(first);
      String second = created();
      assertThat(next(stream)).isEqualTo(second);
    }
  }

  @Test
  void aFollowerGoesOnBehindTheEventThatItKnows() {
    String first = created();
    String second = created();
    long number = items("?level=debug&action=" + first).getFirst().path("number").asLong();
    try (EventStream stream =
        EventStream.of(
            API.port(),
            "/v1/events/stream?level=debug&cluster=%s&after=%d".formatted(cluster, number))) {
      assertThat(next(stream)).isEqualTo(second);
    }
  }

  private static String next(EventStream stream) {
    EventStream.Event event = stream.next().orElseThrow();
    assertThat(event.name()).isEqualTo("event");
    return event.data().path("action").asString();
  }

  private String created() {
    return http.post("/v1/clusters/" + cluster + "/actions", "{\"kind\":\"cluster.check\"}")
        .json()
        .path("id")
        .asString();
  }

  private List<JsonNode> items(String query) {
    return http.get("/v1/events" + query).json().path("items").valueStream().toList();
  }
}
