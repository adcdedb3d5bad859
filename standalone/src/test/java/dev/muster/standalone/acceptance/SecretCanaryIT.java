package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.domain.identity.AccessToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run uses a secret, fails with it and prints it; then the database, Temporal's histories, every
 * log and every answer of the API and of the agent are searched for its value.
 */
final class SecretCanaryIT {

  private static final String SECRET = "canary-1337-resolved-by-the-worker";

  private static final Pattern TOKEN = Pattern.compile("muster_[0-9A-Za-z]{49}");

  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: canary}
      stages:
        - name: only
          targets: {select: ""}
          steps:
            - {name: echo, action: exec.command, args: {argv: [/bin/sh, -c, "echo got '${secrets.db_password}'; printf %s '${secrets.db_password}' | wc -c"]}}
            - {name: keyed, action: test.success, args: {url: "pg://app:${secrets.db_password}@db"}}
            - {name: break, action: exec.command, args: {argv: [/bin/sh, -c, "echo bad '${secrets.db_password}' >&2; exit 3"]}}
      """;

  @TempDir private Path folder;

  @Test
  void aSecretIsShownAndKeptNowhere() throws Exception {
    Path file = Files.writeString(folder.resolve("db-password"), SECRET + "\n");
    try (Installation muster =
        new Installation(
            TestedEngine.EMBEDDED,
            folder,
            Map.of(
                "MUSTER_SECRETS_DBPASSWORD_FILE", file.toString(),
                "MUSTER_SECRETS_DBPASSWORD_PLAYBOOKS", "canary",
                "MUSTER_SECRETS_DBPASSWORD_CLUSTERS", "pro*"))) {
      muster.addCluster("prod");
      String joinToken = joined(muster);
      muster.awaitUp("prod", 1);
      muster.apply(PLAYBOOK);
      muster.apply(PLAYBOOK.replace("name: canary", "name: elsewhere"));
      Searched shown = new Searched(muster);
      shown.post("plan", "/v1/clusters/prod/plan", "{\"playbook\": \"canary\"}");
      String run = muster.startRun("prod", "canary");
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("ApplyFailed");
      exchanged(muster);
      shown.gets(run, 3);
      shown.temporal(run);
      shown.post("refused", "/v1/clusters/prod/runs", "{\"playbook\": \"elsewhere\"}");
      shown.logs(folder.resolve("up.err"), folder.resolve("n1.err"));
      shown.database(folder.resolve("data"));
      theProgramGotIt(shown.texts());
      shown.assertWithout(SECRET);
      shown.assertWithout(joinToken);
      theTokensAreSealed(shown.texts());
    }
    // What PostgreSQL wrote rests now.
    assertThat(Searched.filesWith(folder.resolve("data"), SECRET)).isEmpty();
    assertThat(Searched.filesWith(folder.resolve("data"), "${secrets.db_password}")).isNotEmpty();
  }

  /** An agent that joins: its own token is kept as well. */
  private String joined(Installation muster) throws IOException {
    String token =
        Json.text(
            muster
                .api()
                .post(
                    ApiPath.of("clusters", "prod", "agent-tokens"),
                    Json.object().put("accept", true))
                .json(),
            "token");
    Path file = Files.writeString(folder.resolve("join-token"), token);
    muster.beginAgent("n1", List.of("--join", muster.url(), "--join-token-file", file.toString()));
    return token;
  }

  private static void exchanged(Installation muster) {
    muster.api().post(ApiPath.of("clusters", "prod", "rotate-tokens"), Json.object());
    Awaitility.await("another token")
        .atMost(Slack.on(Duration.ofMinutes(1)))
        .until(() ->
            !muster
                .api()
                .get(ApiPath.of("clusters", "prod", "nodes", "n1"))
                .json()
                .path("trust")
                .has("rotationAskedAt"));
  }

  /**
   * Nobody knows them here, but what is a token says so: nothing that is shown or kept holds one.
   */
  private static void theTokensAreSealed(Map<String, String> shown) {
    assertThat(shown.get("table agent_credentials")).contains("ACCEPTED", "n1");
    assertThat(shown.get("table join_tokens")).contains("prod");
    shown.forEach((where, text) ->
        assertThat(
                TOKEN
                    .matcher(text)
                    .results()
                    .filter(found -> AccessToken.read(found.group()).isPresent()))
            .as(where)
            .isEmpty());
  }

  /** Or nothing would be proven: the agent had the true value, and what was searched is full. */
  private static void theProgramGotIt(Map<String, String> shown) {
    assertThat(shown.get("/v1/actions"))
        .contains("got •••")
        .contains(String.valueOf(SECRET.length()))
        .contains("bad •••")
        .contains("${secrets.db_password}");
    assertThat(shown.get("plan")).contains("db_password");
    assertThat(shown.get("refused"))
        .contains("secret 'db_password' is not allowed for playbook 'elsewhere'");
    assertThat(shown.get("table actions")).contains("${secrets.db_password}");
    assertThat(shown.get("history of playbook")).hasSizeGreaterThan(500);
  }
}
