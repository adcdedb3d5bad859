package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How lists go on, and what is said of an id or a name that fits several. */
final class ListRequestTest {
  private static final String EMPTY_LIST = "{\"items\":[]}";
  private static final String WHOLE = "3f2a91c4-0000-4000-8000-000000000001";

  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aListThatBeginsBehindAMarkerGoesOnBehindTheNextOne() {
    server.on(
        "GET /v1/actions?marker=x&limit=500", 200, "{\"items\":[{\"id\":\"y\"}],\"next\":\"y\"}");
    server.on("GET /v1/actions?limit=500&marker=y", 200, "{\"items\":[{\"id\":\"z\"}]}");

    Shell.Result result = shell.run("action", "list", "--marker", "x", "-o", "json");

    assertThat(server.lastRequest().line()).isEqualTo("GET /v1/actions?limit=500&marker=y");
    assertThat(result.out()).contains("\"y\"", "\"z\"");
  }

  @Test
  void whatIsAmbiguousIsListedWithWhatTellsItApart() {
    server.on(
        "POST /v1/actions/often/cancel",
        400,
        """
        {"title":"Ambiguous id","status":400,"detail":"often fits more than one action",
         "matches":[{"id":"%s","what":"test.ping on demo/n1, RUNNING"}]}
        """
            .formatted(WHOLE));

    Shell.Result result = shell.run("action", "cancel", "often");

    assertThat(result.code()).isEqualTo(4);
    assertThat(result.err()).contains(WHOLE + "  test.ping on demo/n1, RUNNING");
  }

  @Test
  void beginningsOfIdsAreTheServersToResolve() {
    server.on("GET /v1/actions?run=3f2a&limit=50", 200, EMPTY_LIST);
    assertThat(shell.run("action", "list", "--run", "3f2a").out()).isEqualTo("No actions.\n");
  }
}
