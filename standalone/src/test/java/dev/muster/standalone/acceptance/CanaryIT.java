package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A run is given a secret, and everything that anybody is shown is searched for it. */
@Tag("deep")
final class CanaryIT {

  private static final String SECRET = "canary-4711-do-not-show-me-to-anybody";

  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: canary}
      sensitive: [password]
      params:
        password: {type: string, minLength: 5}
        number: {type: integer, default: 1}
      stages:
        - name: only
          targets: {select: ""}
          steps:
            - {name: echo, action: exec.command, args: {argv: [/bin/sh, -c, "echo got '${params.password}'; printf %s '${params.password}' | wc -c"]}}
            - {name: keyed, action: test.success, args: {password: "${params.password}", plain: yes}}
            - {name: break, action: exec.command, args: {argv: [/bin/sh, -c, "echo bad '${params.password}' >&2; exit 3"]}}
      """;

  @TempDir private Path folder;

  @Test
  void aSensitiveParameterIsShownNowhere() throws Exception {
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      muster.addCluster("prod");
      muster.addAgent("prod", "n1");
      muster.awaitUp("prod", 1);
      muster.apply(PLAYBOOK);
      Searched shown = new Searched(muster);
      shown.post("plan", "/v1/clusters/prod/plan", start(SECRET));
      shown.post(
          "wrong parameter",
          "/v1/clusters/prod/plan",
          """
          {"playbook": "canary", "params": {"password": "%s", "number": "%s"}}
          """
              .formatted(SECRET, SECRET));
      String run = run(muster);
      try (Followed events = new Followed(muster.api(), run)) {
        JsonNode ended = muster.awaitEnd(run);
        assertThat(Json.text(ended, "state")).isNotEqualTo("Completed");
        events.awaitEvent("end " + Json.text(ended, "state"));
        assertThat(ended.path("params").path("password").asString("")).isEqualTo("•••");
      }
      shown.post("start again", "/v1/clusters/prod/runs", start(SECRET, run));
      shown.post("start otherwise", "/v1/clusters/prod/runs", start("other-" + SECRET, run));
      shown.gets(run, 3);
      shown.temporal(run);
      shown.logs(
          folder.resolve("data/muster.log"), folder.resolve("up.err"), folder.resolve("n1.err"));
      theProgramGotIt(shown.texts());
      shown.assertWithout(SECRET);
    }
  }

  /** Or nothing would be proven: the agent had the true value, and its answer was read. */
  private static void theProgramGotIt(Map<String, String> shown) {
    assertThat(shown.get("/v1/actions"))
        .contains("got •••")
        .contains(String.valueOf(SECRET.length()))
        .contains("bad •••");
    assertThat(shown.get("history of playbook")).hasSizeGreaterThan(500);
    assertThat(shown).hasSizeGreaterThan(25);
  }

  private static String run(Installation muster) {
    return Json.text(
        muster
            .api()
            .post(
                ApiPath.of("clusters", "prod", "runs"),
                Json.object()
                    .put("playbook", "canary")
                    .set("params", Json.object().put("password", SECRET)))
            .json(),
        "id");
  }

  private static String start(String password) {
    return "{\"playbook\": \"canary\", \"params\": {\"password\": \"%s\"}}".formatted(password);
  }

  private static String start(String password, String id) {
    return start(password).replaceFirst("\\{", "{\"id\": \"" + id + "\", ");
  }
}
