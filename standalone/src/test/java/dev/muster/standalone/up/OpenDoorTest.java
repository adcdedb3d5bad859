package dev.muster.standalone.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.connections.settings.SettingProblem;
import dev.muster.standalone.Ports;
import dev.muster.standalone.StartProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where {@code up} listens. Its engine and database exist nowhere, so nothing ever starts. */
final class OpenDoorTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", ""})
  void refusesToListenForOtherHostsAndLeavesNothingBehind(String host) {
    assertThatThrownBy(() -> Standalone.start(options(host, new UpOptions.Doors(List.of(), false))))
        .isInstanceOf(SettingProblem.class)
        .hasMessageStartingWith("--host: ")
        .hasMessageContaining(
            "without TLS and authentication lets anybody run actions on every node")
        .hasMessageContaining(
            "listen on 127.0.0.1, or give --tls-certificate and --tls-key, or --insecure");
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void listensForOtherHostsWhenThatIsMeant() {
    assertThatThrownBy(
            () -> Standalone.start(options("0.0.0.0", new UpOptions.Doors(List.of(), true))))
        .isInstanceOf(StartProblem.class)
        .hasMessageContaining("--database none");
  }

  @Test
  void listensForOtherHostsWithACertificate() {
    UpOptions.Tls tls = new UpOptions.Tls(folder.resolve("tls.pem"), folder.resolve("tls.key"));
    UpOptions.Doors doors = new UpOptions.Doors(List.of(), false, Optional.of(tls));
    assertThatThrownBy(() -> Standalone.start(options("0.0.0.0", doors)))
        .isInstanceOf(StartProblem.class)
        .hasMessageContaining("--database none");
  }

  private UpOptions options(String host, UpOptions.Doors doors) {
    return new UpOptions(
        folder.resolve("data"),
        host,
        Ports.free(),
        Ports.free(),
        "none",
        Optional.empty(),
        new UpOptions.DatabaseChoice("none", Optional.empty(), Optional.empty()),
        doors,
        Optional.empty());
  }
}
