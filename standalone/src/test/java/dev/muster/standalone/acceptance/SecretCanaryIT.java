package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run uses a secret, fails with it and prints it; then the database, Temporal's histories, every
 * log and every answer of the API and of the agent are searched for its value.
 */
final class SecretCanaryIT {

  private static final String SECRET = "canary-1337-resolved-by-the-worker";

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
      muster.addAgent("prod", "n1");
      muster.awaitUp("prod", 1);
      muster.apply(PLAYBOOK);
      muster.apply(PLAYBOOK.replace("name: canary", "name: elsewhere"));
      Searched shown = new Searched(muster);
      shown.post("plan", "/v1/clusters/prod/plan", "{\"playbook\": \"canary\"}");
      String run = muster.startRun("prod", "canary");
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("ApplyFailed");
      shown.gets(run, 3);
      shown.temporal(run);
      shown.post("refused", "/v1/clusters/prod/runs", "{\"playbook\": \"elsewhere\"}");
      shown.logs(folder.resolve("up.err"), folder.resolve("n1.err"));
      shown.database(folder.resolve("data"));
      theProgramGotIt(shown.texts());
      shown.assertWithout(SECRET);
    }
    // What PostgreSQL wrote rests now.
    assertThat(Searched.filesWith(folder.resolve("data"), SECRET)).isEmpty();
    assertThat(Searched.filesWith(folder.resolve("data"), "${secrets.db_password}")).isNotEmpty();
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
