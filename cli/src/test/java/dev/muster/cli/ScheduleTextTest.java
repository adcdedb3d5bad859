package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code muster schedule}, {@code muster receiver} and {@code muster events}. */
final class ScheduleTextTest {

  private static final String NIGHTLY =
      """
      {"cluster":"prod","name":"nightly","action":{"kind":"cluster.check","args":{},"approve":false},
       "cron":"30 2 * * *","timezone":"Europe/Berlin","overlap":"skip","enabled":true,
       "next":"2026-11-21T01:30:00Z",
       "last":{"due":"2026-11-20T01:30:00Z","at":"2026-11-20T01:30:00Z","result":"SKIPPED",
         "why":"action 3f2a91c4 of the time before is unfinished"},
       "started":7,"skipped":1,"refused":0,"missed":2,
       "createdAt":"2026-11-20T08:00:00Z","createdBy":"ada",
       "changedAt":"2026-11-20T08:00:00Z","changedBy":"ada"}
      """;

  private static final String ALARM =
      """
      {"cluster":"prod","name":"alarm","action":{"kind":"cluster.check","args":{},"approve":false},
       "parameters":["bestEffort"],"createdAt":"2026-11-20T08:00:00Z","createdBy":"ada",
       "triggered":3,"lastAt":"2026-11-20T11:58:00Z","lastFrom":"10.0.0.7",
       "lastAction":"3f2a91c4-0000-0000-0000-000000000001","path":"/v1/webhooks/muster_x/trigger"}
      """;

  private static final String FAILED =
      """
      {"number":5,"at":"2026-11-20T11:58:00Z","level":"error","phase":"error",
       "action":"3f2a91c4-0000-0000-0000-000000000001","cluster":"prod","node":"n1",
       "kind":"service.restart","from":"RUNNING","to":"FAILED","by":"agent:n1","why":"it broke"}
      """;

  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nightly --kind cluster.check --cron @ --timezone UTC | {"name":"nightly","action":{"kind":"cluster.check"},"cron":"@","timezone":"UTC"}
          disks --node db-1 --kind check.command --arg n=1 --every 10m --overlap allow | {"name":"disks","node":"db-1","action":{"kind":"check.command","args":{"n":1}},"every":"PT10M","overlap":"allow"}
          once --kind cluster.check --timeout 2m --at 2026-12-24T02:00:00Z --disabled | {"name":"once","action":{"kind":"cluster.check","timeout":"PT2M"},"at":"2026-12-24T02:00:00Z","enabled":false}
          """)
  void creatingSendsWhatWasTyped(String line, String body) {
    server.on("POST /v1/clusters/prod/schedules", 201, NIGHTLY);

    Shell.Result result = shell.run(("schedule create prod " + line).split(" ", -1));

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(Json.parse(server.lastRequest().body())).isEqualTo(Json.parse(body));
    assertThat(result.out()).contains("due next at 2026-11-21T01:30:00Z");
  }

  @Test
  void whatBecameOfTheLastDueTimeIsShown() {
    server.on("GET /v1/clusters/prod/schedules/nightly", 200, NIGHTLY);
    server.on("GET /v1/clusters/prod/schedules?limit=500", 200, "{\"items\":[" + NIGHTLY + "]}");

    assertThat(shell.run("schedule", "show", "prod", "nightly").out())
        .contains("30 2 * * * (Europe/Berlin)", "SKIPPED", "3f2a91c4", "missed");
    assertThat(shell.run("schedule", "list", "prod").out())
        .contains("nightly", "cluster.check", "the cluster", "SKIPPED");
  }

  @Test
  void disablingAndEnablingSayWhatFollows() {
    server.on("POST /v1/clusters/prod/schedules/nightly/disable", 200, NIGHTLY);
    server.on("POST /v1/clusters/prod/schedules/nightly/enable", 200, NIGHTLY);

    assertThat(shell.run("schedule", "disable", "prod", "nightly").out())
        .contains("what it started goes on");
    assertThat(shell.run("schedule", "enable", "prod", "nightly").out())
        .contains("due next at 2026-11-21T01:30:00Z");
  }

  @Test
  void theAddressOfAReceiverAloneIsWrittenToStandardOutput() {
    server.on("POST /v1/clusters/prod/receivers", 201, ALARM);

    Shell.Result made =
        shell.run(
            "receiver",
            "create",
            "prod",
            "alarm",
            "--kind",
            "cluster.check",
            "--parameter",
            "bestEffort",
            "--expires",
            "90d");

    assertThat(made.code()).as(made.err()).isZero();
    assertThat(made.out().strip())
        .startsWith("http://")
        .endsWith("/v1/webhooks/muster_x/trigger")
        .doesNotContain("\n");
    assertThat(made.err()).contains("shown this once");
    assertThat(Json.parse(server.lastRequest().body()))
        .isEqualTo(
            Json.parse(
                "{\"name\":\"alarm\",\"action\":{\"kind\":\"cluster.check\"},\"parameters\":[\"bestEffort\"],\"expires\":\"PT2160H\"}"));
  }

  @Test
  void receiversAreListedWithHowTheyWereUsed() {
    server.on("GET /v1/clusters/prod/receivers?limit=500", 200, "{\"items\":[" + ALARM + "]}");

    assertThat(shell.run("receiver", "list", "prod").out())
        .contains("alarm", "cluster.check", "ada", "3", "ago", "never");
  }

  @Test
  void eventsAreListedWithTheirLevel() {
    server.on(
        "GET /v1/events?cluster=prod&level=warning%2Cerror&limit=50",
        200, "{\"items\":[" + FAILED + "]}");

    Shell.Result listed =
        shell.run("events", "--cluster", "prod", "--level", "warning", "--level", "error");

    assertThat(listed.out()).as(listed.err()).contains("error", "3f2a91c4", "prod/n1", "it broke");
  }
}
