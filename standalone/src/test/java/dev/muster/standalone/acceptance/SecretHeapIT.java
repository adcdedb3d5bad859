package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where API and worker are processes of their own, a secret never comes to the API's. */
@Tag("deep")
final class SecretHeapIT {

  private static final String SECRET = "canary-4711-that-the-worker-alone-reads";

  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: canary-of-heaps}
      stages:
        - name: only
          targets: {select: ""}
          steps:
            - {name: echo, action: exec.command, args: {argv: [/bin/sh, -c, "printf %s '${secrets.db_password}' | wc -c; echo '${secrets.db_password}'"]}}
            - {name: break, action: exec.command, args: {argv: [/bin/sh, -c, "echo '${secrets.db_password}' >&2; exit 3"]}}
      """;

  @TempDir private Path folder;

  @Test
  void noValueOfASecretComesIntoTheHeapOfTheApi() throws Exception {
    assumeTrue(TestedEngine.chosen().contains(TestedEngine.SERVER), "not among -Dmuster.engines");
    Path file = Files.writeString(folder.resolve("db-password"), SECRET + "\n");
    Map<String, String> settings =
        Map.of(
            "MUSTER_SECRETS_DBPASSWORD_FILE", file.toString(),
            "MUSTER_SECRETS_DBPASSWORD_PLAYBOOKS", "canary-*",
            "MUSTER_SECRETS_DBPASSWORD_CLUSTERS", "prod");
    try (Installation muster =
        new Installation(folder, port -> new Services(folder, port, 1, settings))) {
      muster.addCluster("prod");
      muster.addAgent("prod", "n1");
      muster.awaitUp("prod", 1);
      muster.apply(PLAYBOOK);
      String run = muster.startRun("prod", "canary-of-heaps");
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("ApplyFailed");
      Searched shown = new Searched(muster);
      shown.gets(run, 2);
      assertThat(shown.texts().get("/v1/actions")).contains(String.valueOf(SECRET.length()));

      Path heap = folder.resolve("api.hprof");
      ((Services) muster.processes()).dumpHeapOfApi(heap);
      assertThat(isIn(heap, "canary-of-heaps", StandardCharsets.ISO_8859_1)).isTrue();
      assertThat(isIn(heap, SECRET, StandardCharsets.ISO_8859_1)).isFalse();
      assertThat(isIn(heap, SECRET, StandardCharsets.UTF_16LE)).isFalse();
    }
  }

  private static boolean isIn(Path heap, String text, Charset charset) throws IOException {
    byte[] all = Files.readAllBytes(heap);
    byte[] part = text.getBytes(charset);
    for (int i = 0; i <= all.length - part.length; i++) {
      int same = 0;
      while (same < part.length && all[i + same] == part[same]) {
        same++;
      }
      if (same == part.length) {
        return true;
      }
    }
    return false;
  }
}
