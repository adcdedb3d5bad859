package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.sample.K0sStandin;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stand-in for k0s does what the tests of k0s.update believe it does. */
final class K0sStandinTest {

  @TempDir Path folder;

  @Test
  void theVersionThatRunsIsNotThatOfTheFileThatWasExchangedMeanwhile() throws Exception {
    Path binary = folder.resolve("k0s");
    Path pidFile = folder.resolve("pid");
    K0sStandin.write(binary, "v1");
    assertThat(run(3, binary, "status", "--pid-file", pidFile)).isEqualTo("not running");
    run(0, binary, "start", "--pid-file", pidFile);
    try {
      assertThat(run(0, binary, "start", "--pid-file", pidFile)).startsWith("already running, pid");
      Files.delete(binary);
      K0sStandin.write(binary, "v2");
      assertThat(run(0, binary, "version")).isEqualTo("v2");
      assertThat(run(0, binary, "status", "--pid-file", pidFile))
          .startsWith("Version: v1\nProcess ID: ");
    } finally {
      run(0, binary, "stop", "--pid-file", pidFile);
    }
    assertThat(run(3, binary, "status", "--pid-file", pidFile)).isEqualTo("not running");
  }

  @Test
  void itIsNotReadyWhileAFileIsThere() throws Exception {
    Path binary = folder.resolve("k0s");
    Path pidFile = folder.resolve("pid");
    Path unready = folder.resolve("unready");
    K0sStandin.write(binary, "v1");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    run(0, binary, "start", "--pid-file", pidFile, "--port", port, "--unready-while", unready);
    try {
      untilReady(port);
      Files.createFile(unready);
      assertThat(readyz(port)).isEqualTo(500);
      Files.delete(unready);
      assertThat(readyz(port)).isEqualTo(200);
    } finally {
      run(0, binary, "stop", "--pid-file", pidFile);
    }
  }

  @Test
  void versionsDifferInTheirBytesAndWhatIsNoneIsRefused() throws Exception {
    assertThat(K0sStandin.script("v1")).isNotEqualTo(K0sStandin.script("v2"));
    assertThatThrownBy(() -> K0sStandin.script("$(reboot)"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version: '$(reboot)'");
    Path binary = folder.resolve("k0s");
    K0sStandin.write(binary, "v1");
    assertThat(run(2, binary, "destroy")).startsWith("usage: k0s ");
    assertThat(run(2, binary, "start")).startsWith("usage: k0s ");
  }

  private static void untilReady(int port) throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    while (true) {
      try {
        assertThat(readyz(port)).isEqualTo(200);
        return;
      } catch (ConnectException notYet) {
        assertThat(System.nanoTime()).isLessThan(end);
      }
    }
  }

  private static int readyz(int port) throws Exception {
    URI url = URI.create("http://127.0.0.1:%d/readyz?verbose".formatted(port));
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  private static String run(int code, Object... words) throws Exception {
    List<String> command = new ArrayList<>();
    for (Object word : words) {
      command.add(word.toString());
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, said).isEqualTo(code);
    return said.strip();
  }
}
