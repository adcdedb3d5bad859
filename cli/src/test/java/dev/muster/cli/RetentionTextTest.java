package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code muster retention}, and what {@code muster info} says of history. */
final class RetentionTextTest {

  private static final String STATUS =
      """
      {"keepsAll":false,
       "rules":[{"runs":"PT4320H","atLeast":1000,"audit":"forever","exportedOnly":false,
         "changedAt":"2026-11-20T11:59:00Z","changedBy":"ada"},
        {"cluster":"prod","runs":"forever","atLeast":0,"audit":"forever","exportedOnly":true,
         "changedAt":"2026-11-20T11:59:00Z","changedBy":"bob"}],
       "tables":[{"table":"actions","rows":1000000,"bytes":1073741824,"oldest":"2026-05-20T12:00:00Z"},
        {"table":"runs","rows":50000,"bytes":52428800}],
       "removal":{"lookedAt":"2026-11-20T11:59:00Z","worker":"7@host","export":"/export",
        "removedAt":"2026-11-20T09:00:00Z","last":{"runs":3,"actions":60,"audit":2},
        "inAll":{"runs":30,"actions":600,"audit":20},
        "halted":"the export folder /export cannot be written (No space left on device)",
        "haltedSince":"2026-11-20T11:00:00Z"}}
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
          set --runs 180d --at-least 1000     | /v1/retention               | {"runs":"PT4320H","atLeast":1000}
          set --runs forever --cluster prod   | /v1/retention/clusters/prod | {"runs":"forever"}
          set --audit 800d --exported-only true | /v1/retention             | {"audit":"PT19200H","exportedOnly":true}
          """)
  void settingPatchesWhatWasTyped(String line, String path, String body) {
    server.on(
        "PATCH " + path, 200, "{\"runs\":\"PT4320H\",\"atLeast\":1000,\"audit\":\"forever\"}");

    Shell.Result result = shell.run(("retention " + line).split(" ", -1));

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(server.lastRequest().line()).isEqualTo("PATCH " + path);
    assertThat(server.lastRequest().body()).isEqualTo(body);
    assertThat(result.out()).contains("180d").contains("forever");
  }

  @Test
  void aTimeThatIsNoneIsRefusedBeforeAnythingIsAsked() {
    Shell.Result result = shell.run("retention", "set", "--runs", "180");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("--runs").contains("forever");
    assertThat(shell.run("retention", "set").code()).isEqualTo(2);
  }

  @Test
  void unsettingDeletesTheRule() {
    server.on("DELETE /v1/retention", 204, "").on("DELETE /v1/retention/clusters/prod", 204, "");

    assertThat(shell.run("retention", "unset").out())
        .isEqualTo("There is no rule for all clusters now\n");
    assertThat(shell.run("retention", "unset", "-c", "prod").out())
        .isEqualTo("Cluster prod has no rule of its own now\n");
  }

  @Test
  void showSaysWhatIsKeptWhatIsThereAndWhatHaltsIt() {
    server.on("GET /v1/retention", 200, STATUS);

    assertThat(shell.run("retention", "show").out())
        .contains("(all others)", "180d", "1000", "prod", "forever", "1 GB", "50 MB", "1000000")
        .contains("3 runs, 60 actions, 2 audit entries", "30 runs, 600 actions")
        .contains("No space left on device", "/export", "7@host");
  }

  @Test
  void infoShowsHistoryBesideTheServer() {
    server
        .on("GET /v1/info", 200, "{\"version\":\"0.1.0\",\"database\":\"PostgreSQL\"}")
        .on("GET /v1/retention", 200, STATUS);

    assertThat(shell.run("info").out())
        .contains("0.1.0", "actions", "1 GB", "all: runs 180d, at least 1000", "halted");
    assertThat(
            Json.parse(shell.run("info", "-o", "json").out())
                .at("/history/removal/worker")
                .asString())
        .isEqualTo("7@host");
  }

  @Test
  void withoutARuleItSaysThatAllIsKept() {
    server.on("GET /v1/retention", 200, "{\"keepsAll\":true,\"rules\":[],\"tables\":[]}");

    assertThat(shell.run("retention", "show").out())
        .contains("Everything is kept for ever")
        .contains("nothing so far");
  }
}
