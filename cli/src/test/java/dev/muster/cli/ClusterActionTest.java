package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code muster action create --cluster}. */
final class ClusterActionTest {

  private static final String ID = "0b7c55d2-0000-4000-8000-000000000001";

  @AutoClose private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @Test
  void anActionOnAClusterIsAskedForWithoutANode() {
    server.on(
        "POST /v1/clusters/prod/actions",
        201,
        "{\"id\":\"%s\",\"kind\":\"cluster.check\",\"cluster\":\"prod\",\"state\":\"PENDING_SCHEDULE\"}"
            .formatted(ID));

    Shell.Result result =
        shell.run(
            "action",
            "create",
            "--cluster",
            "prod",
            "--kind",
            "cluster.check",
            "--arg",
            "bestEffort=true",
            "--timeout",
            "10m",
            "--id",
            ID);

    assertThat(result.code()).isZero();
    assertThat(result.out())
        .startsWith(
            "Action " + ID + " created: cluster.check on cluster prod is PENDING_SCHEDULE\n");
    assertThat(Json.parse(server.lastRequest().body()))
        .isEqualTo(
            Json.parse(
                "{\"id\":\"%s\",\"kind\":\"cluster.check\",\"args\":{\"bestEffort\":true},\"timeout\":\"PT10M\"}"
                    .formatted(ID)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "action create prod n1",
        "action create --cluster prod",
        "action create --kind cluster.check",
        "action create prod --cluster prod --kind cluster.check",
        "action create prod n1 test.ping --cluster prod"
      })
  void halfOfOneAndHalfOfTheOtherIsRefusedWithBoth(String words) {
    Shell.Result result = shell.run(words.split(" "));

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("CLUSTER NODE KIND", "--cluster CLUSTER --kind KIND");
  }

  @Test
  void aDerivedActionShowsItsParent() {
    server.on(
        "GET /v1/actions/0b7c",
        200,
        "{\"id\":\"%s\",\"kind\":\"test.ping\",\"state\":\"DONE\",\"parent\":\"5d20c1b7\",\"bestEffort\":true}"
            .formatted(ID));
    assertThat(shell.run("action", "show", "0b7c").out())
        .containsPattern("parent +5d20c1b7 \\(best effort\\)");
  }
}
