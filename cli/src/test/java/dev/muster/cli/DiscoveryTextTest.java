package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code muster discovery}. */
final class DiscoveryTextTest {

  private static final String HELD =
      """
      {"cluster":"prod","name":"hosts","kind":"file","location":"/etc/hosts.yaml","interval":"PT1M",
       "mayVanish":"50%","variables":[],"readAt":"2026-11-20T11:59:00Z","goodAt":"2026-11-20T09:00:00Z",
       "nodes":4,"notes":["h was added by hand and stays as it is"],
       "held":{"key":"3f2a91c4d5e6","why":"it names no node any more","since":"2026-11-20T10:00:00Z",
         "vanishing":4,"some":["a","b"],"confirmed":false},
       "createdAt":"2026-11-20T08:00:00Z","createdBy":"ada",
       "changedAt":"2026-11-20T08:00:00Z","changedBy":"ada"}
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
          --file /etc/Hosts_1.yaml | {"name":"hosts-1","kind":"file","location":"/etc/Hosts_1.yaml"}
          --http https://cmdb.example/sd --interval 30s | {"name":"cmdb-example","kind":"http","location":"https://cmdb.example/sd","interval":"PT30S"}
          --inventory /i.ini --name lab --variable rack --may-vanish 10% | {"name":"lab","kind":"inventory","location":"/i.ini","mayVanish":"10%","variables":["rack"]}
          """)
  void addingSendsWhatWasTyped(String line, String body) {
    server.on("POST /v1/clusters/prod/discoveries", 201, HELD);

    Shell.Result result = shell.run(("discovery add prod " + line).split(" ", -1));

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(Json.parse(server.lastRequest().body())).isEqualTo(Json.parse(body));
  }

  @Test
  void aFileIsNamedFromTheFolderInWhichItWasTyped() {
    server.on("POST /v1/clusters/prod/discoveries", 201, HELD);

    shell.run("discovery", "add", "prod", "--file", "hosts.yaml");

    assertThat(Json.parse(server.lastRequest().body()).path("location").asString())
        .isEqualTo(Path.of("hosts.yaml").toAbsolutePath().toString());
  }

  @Test
  void oneSourceIsNeededAndNoMore() {
    assertThat(shell.run("discovery", "add", "prod").code()).isNotZero();
    assertThat(shell.run("discovery", "add", "prod", "--file", "/a", "--http", "http://b/").code())
        .isNotZero();
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void whatIsHeldIsShownWithItsKeyAndConfirmedByIt() {
    server.on("GET /v1/clusters/prod/discoveries/hosts", 200, HELD);
    server.on("POST /v1/clusters/prod/discoveries/hosts/confirm", 200, HELD);

    assertThat(shell.run("discovery", "show", "prod", "hosts").out())
        .contains("it names no node any more", "3f2a91c4d5e6", "a, b", "added by hand");
    Shell.Result confirmed = shell.run("discovery", "confirm", "prod", "hosts", "3f2a91c4d5e6");

    assertThat(server.lastRequest().body()).isEqualTo("{\"key\":\"3f2a91c4d5e6\"}");
    assertThat(confirmed.out()).contains("4 nodes may vanish with the next reading");
  }

  @Test
  void aChangeNamesWhatChangesAlone() {
    server.on("PATCH /v1/clusters/prod/discoveries/hosts", 200, HELD);

    shell.run("discovery", "set", "prod", "hosts", "--remove-after", "forever");

    assertThat(server.lastRequest().body()).isEqualTo("{\"removeAfter\":\"forever\"}");
    assertThat(shell.run("discovery", "set", "prod", "hosts").code()).isNotZero();
  }

  @Test
  void theListSaysWhatIsWrong() {
    server.on("GET /v1/clusters/prod/discoveries?limit=500", 200, "{\"items\":[" + HELD + "]}");

    assertThat(shell.run("discovery", "list", "prod").out())
        .contains("hosts", "file", "4", "2m ago", "it names no node any more");
  }
}
