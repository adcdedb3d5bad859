package dev.muster.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the one process answers when it cannot start. */
final class StandaloneMainTest {

  @TempDir private Path folder;

  @Test
  void upEndsWith78AndOneLineIfOtherHostsWouldReachIt() {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code;
    try (PrintStream errors = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setErr(errors);
      // Without the refusal it would end at once too: 0 is no port.
      code =
          StandaloneMain.run(
              "up",
              "--host=0.0.0.0",
              "--port=0",
              "--data=" + folder.resolve("data"),
              "--engine=none",
              "--database=none");
    } finally {
      System.setErr(before);
    }
    assertThat(code).isEqualTo(78);
    assertThat(said.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo(
            "muster: --host: 0.0.0.0 without TLS and authentication lets anybody run actions on"
                + " every node: listen on 127.0.0.1, or give --tls-certificate and --tls-key, or"
                + " --insecure");
  }
}
