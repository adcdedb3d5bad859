package dev.muster.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.EventStream;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;

final class EventsTest {

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void aFollowerSeesTheRunAtOnceThenEveryChangeThenTheEnd() {
    String run = start();
    try (EventStream stream = new EventStream(api.port(), run)) {
      EventStream.Event first = stream.next().orElseThrow();
      assertThat(first.name()).isEqualTo("run");
      assertThat(first.data()).isEqualTo(http.get("/v1/runs/" + run).json());

      change(run, "state = 'Schedulable', state_reason = 'going on'");
      EventStream.Event second = stream.next().orElseThrow();
      assertThat(second.data().path("stateReason").asString()).isEqualTo("going on");

      change(run, "state = 'Completed', finished_at = now()");
      assertThat(stream.next().orElseThrow().name()).isEqualTo("run");
      EventStream.Event end = stream.next().orElseThrow();
      assertThat(end.name()).isEqualTo("end");
      assertThat(end.data().path("state").asString()).isEqualTo("Completed");
      assertThat(stream.next()).isEmpty();
    }
  }

  @Test
  void aRunThatIsOverIsToldAndTheStreamCloses() {
    String run = start();
    change(run, "state = 'Completed', finished_at = now()");

    try (EventStream stream = new EventStream(api.port(), run.substring(0, 13))) {
      assertThat(stream.next().orElseThrow().name()).isEqualTo("run");
      assertThat(stream.next().orElseThrow().name()).isEqualTo("end");
      assertThat(stream.next()).isEqualTo(Optional.empty());
    }
  }

  @Test
  void manyChangesAreAtMostFiveEventsASecondAndTheLastOneArrives() {
    String run = start();
    try (EventStream stream = new EventStream(api.port(), run)) {
      stream.next();
      long begun = System.nanoTime();
      for (int i = 1; i <= 300; i++) {
        change(run, "state_reason = 'change %d'".formatted(i));
      }
      int events = 0;
      String reason = "";
      while (!reason.equals("change 300")) {
        reason = stream.next().orElseThrow().data().path("stateReason").asString();
        events++;
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      assertThat(events).isLessThanOrEqualTo((int) (seconds * 5) + 2);
    }
  }

  @Test
  void hundredsFollowOneRunAndAllSeeItsEnd() {
    String run = start();
    List<EventStream> streams = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      streams.add(new EventStream(api.port(), run));
    }
    streams.forEach(stream -> assertThat(stream.next().orElseThrow().name()).isEqualTo("run"));

    change(run, "state = 'Cancelled', finished_at = now()");

    for (EventStream stream : streams) {
      EventStream.Event event = stream.next().orElseThrow();
      while (!event.name().equals("end")) {
        event = stream.next().orElseThrow();
      }
      assertThat(event.data().path("state").asString()).isEqualTo("Cancelled");
      stream.close();
    }
  }

  @Test
  void aRunThatDoesNotExistIsAProblemAndNoStream() {
    Http.Answer answer =
        http.send(
            http.request("/v1/runs/" + UUID.randomUUID() + "/events")
                .header("Accept", "text/event-stream")
                .GET());

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.problem()).isEqualTo("not-found");
  }

  @Test
  void followersSurviveTheLossOfTheirDatabaseConnections() {
    try (RunningApi own = RunningApi.start()) {
      String cluster = own.cluster(1);
      String run = start(own, cluster);
      try (EventStream stream = new EventStream(own.port(), run)) {
        stream.next();
        own.database().dropConnections();
        awaitAnswers(own.http());
        changeOverNewConnections(own, run);
        EventStream.Event event = stream.next().orElseThrow();
        while (!event.name().equals("end")) {
          event = stream.next().orElseThrow();
        }
        assertThat(event.data().path("state").asString()).isEqualTo("Completed");
      }
    }
  }

  @Test
  void aShutDownDoesNotWaitForFollowers() {
    RunningApi own = RunningApi.start();
    String run = start(own, own.cluster(1));
    try (EventStream stream = new EventStream(own.port(), run)) {
      stream.next();
      long begun = System.nanoTime();
      own.close();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(9));
      assertThat(stream.next()).isEmpty();
    }
  }

  @Test
  void aFeedEndsWithItsLastFollower() throws InterruptedException {
    RunFeeds feeds =
        new RunFeeds(
            run -> Optional.of(new RunSource.Snapshot("{}", false)),
            consumer -> Records.open(api.database().dataSource()).changes().listen(consumer));
    feeds.start();
    RunId run = new RunId(UUID.randomUUID());
    Feed one = feeds.follow(run);
    Feed two = feeds.follow(run);
    assertThat(two).isSameAs(one);
    assertThat(one.after(0, Duration.ofSeconds(10))).isPresent();

    feeds.leave(one);
    assertThat(one.isOver()).isFalse();
    feeds.leave(two);
    assertThat(one.isOver()).isTrue();
    assertThat(feeds.size()).isZero();
    feeds.stop();
  }

  private String start() {
    return start(api, api.cluster(2));
  }

  private static String start(RunningApi api, String cluster) {
    return api.http()
        .post(
            "/v1/clusters/" + cluster + "/runs",
            "{\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}}")
        .json()
        .path("id")
        .asString();
  }

  private void change(String run, String assignments) {
    change(api, run, assignments);
  }

  private static void change(RunningApi api, String run, String assignments) {
    Records records = api.records();
    records.transaction(() -> {
      records.changes().notifyRun(RunId.parse(run));
      api.database().sql("update runs set " + assignments + " where id = '" + run + "'");
      return run;
    });
  }

  /** The test's own pool has lost its connections too, and finds out one by one. */
  private static void changeOverNewConnections(RunningApi api, String run) {
    for (int i = 0; i < 20; i++) {
      try {
        change(api, run, "state = 'Completed', finished_at = now()");
        return;
      } catch (DataAccessException | CannotCreateTransactionException e) {
        assertThat(e.getMessage()).containsIgnoringCase("connection");
      }
    }
  }

  private static void awaitAnswers(Http http) {
    int status = 0;
    while (status != 200) {
      status = http.get("/v1/clusters").status();
    }
  }
}
