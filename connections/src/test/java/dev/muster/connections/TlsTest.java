package dev.muster.connections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.connections.fixture.Certificates;
import dev.muster.connections.fixture.SmallTemporal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real handshakes: what is sent, and what is said when it does not work. */
final class TlsTest {

  private static final String KEY = "tmprl-key-7";

  @TempDir private Path folder;

  /** Asks with these settings; why it did not work. */
  private static Optional<String> ask(Map<String, String> ours) {
    try (Connected connected = Connected.by(ours)) {
      return connected.engine().whyAway();
    }
  }

  @Test
  void aServerOfTheAuthorityIsBelievedAndAStrangerIsNot() {
    Certificates ours = Certificates.authority(folder, "ours");
    Certificates theirs = Certificates.authority(folder, "theirs");
    Certificates.Issued server = ours.issue("server", "dns:localhost");
    try (SmallTemporal temporal = SmallTemporal.tls(server, Optional.empty())) {
      assertThat(
              ask(
                  Map.of(
                      "muster.temporal.address", temporal.address(),
                      "muster.temporal.tls.server-ca-cert-path", ours.ca().toString())))
          .isEmpty();
      assertThat(
              ask(
                  Map.of(
                      "muster.temporal.address", temporal.address(),
                      "muster.temporal.tls.server-ca-cert-path", theirs.ca().toString())))
          .hasValueSatisfying(why ->
              assertThat(why).contains("authority that is trusted here", "server-ca-cert-path"));
      assertThat(
              ask(
                  Map.of(
                      "muster.temporal.address",
                      temporal.address(),
                      "muster.temporal.tls.disable-host-verification",
                      "true")))
          .isEmpty();
      assertThat(ask(Map.of("muster.temporal.address", temporal.address())))
          .as("without TLS")
          .hasValueSatisfying(why -> assertThat(why).contains("muster.temporal.tls"));
    }
  }

  @Test
  void theNameInTheCertificateMustFitUnlessAnotherIsSet() {
    Certificates ours = Certificates.authority(folder, "ours");
    Certificates.Issued server = ours.issue("server", "dns:temporal.example");
    try (SmallTemporal temporal = SmallTemporal.tls(server, Optional.empty())) {
      Map<String, String> settings =
          Map.of(
              "muster.temporal.address", temporal.address(),
              "muster.temporal.tls.server-ca-cert-path", ours.ca().toString());
      assertThat(ask(settings))
          .hasValueSatisfying(
              why -> assertThat(why).contains("not for the name localhost", "server-name"));
      Map<String, String> named = new java.util.HashMap<>(settings);
      named.put("muster.temporal.tls.server-name", "temporal.example");
      assertThat(ask(named)).isEmpty();
    }
  }

  @Test
  void aServerThatWantsACertificateGetsOurs() throws IOException {
    Certificates ours = Certificates.authority(folder, "ours");
    Certificates.Issued server = ours.issue("server", "dns:localhost");
    Certificates.Issued client = ours.issue("muster", "dns:muster");
    try (SmallTemporal temporal = SmallTemporal.tls(server, Optional.of(ours.ca()))) {
      Map<String, String> without =
          Map.of(
              "muster.temporal.address", temporal.address(),
              "muster.temporal.tls.server-ca-cert-path", ours.ca().toString());
      assertThat(ask(without))
          .as("what the server says before it closes the connection may get lost")
          .hasValueSatisfying(
              why -> assertThat(why).contains("certificate", "muster.temporal.tls"));

      Map<String, String> with = new java.util.HashMap<>(without);
      with.put("muster.temporal.tls.client-cert-data", Files.readString(client.certificate()));
      with.put("muster.temporal.tls.client-key-path", client.key().toString());
      assertThat(ask(with)).isEmpty();
      assertThat(temporal.asked())
          .isNotEmpty()
          .allSatisfy(asked -> assertThat(asked.certificate()).contains("CN=muster"));
    }
  }

  @Test
  void theApiKeyGoesWithEveryCallOverTls() {
    Certificates ours = Certificates.authority(folder, "ours");
    Certificates.Issued server = ours.issue("server", "dns:localhost");
    try (SmallTemporal temporal = SmallTemporal.tls(server, Optional.empty())) {
      assertThat(
              ask(
                  Map.of(
                      "muster.temporal.address", temporal.address(),
                      "muster.temporal.api-key", KEY,
                      "muster.temporal.tls.server-ca-cert-path", ours.ca().toString())))
          .isEmpty();
      assertThat(temporal.asked())
          .isNotEmpty()
          .allSatisfy(asked -> assertThat(asked.authorization()).contains("Bearer " + KEY));
    }
  }

  @Test
  void theApiKeyGoesInTheClearToAProxyHereIfTlsIsSwitchedOff() {
    try (SmallTemporal temporal = SmallTemporal.plain()) {
      assertThat(
              ask(
                  Map.of(
                      "muster.temporal.address",
                      temporal.address(),
                      "muster.temporal.api-key",
                      KEY,
                      "muster.temporal.tls.enabled",
                      "false")))
          .isEmpty();
      assertThat(temporal.asked())
          .isNotEmpty()
          .allSatisfy(asked -> assertThat(asked.authorization()).contains("Bearer " + KEY));
    }
  }

  @Test
  void withoutASettingNothingIsEncryptedAndNoKeySent() {
    try (SmallTemporal temporal = SmallTemporal.plain()) {
      assertThat(ask(Map.of("muster.temporal.address", temporal.address()))).isEmpty();
      assertThat(temporal.asked())
          .isNotEmpty()
          .allSatisfy(asked -> assertThat(asked.authorization()).isEmpty());
    }
  }

  @Test
  void aServerWithoutTlsOrWithoutTheNamespaceIsToldFromOneThatIsAway() {
    try (SmallTemporal temporal = SmallTemporal.plain()) {
      assertThat(
              ask(
                  Map.of(
                      "muster.temporal.address",
                      temporal.address(),
                      "muster.temporal.tls.enabled",
                      "true")))
          .hasValueSatisfying(why -> assertThat(why).contains("has no TLS", "tls.enabled=false"));
      assertThat(
              ask(
                  Map.of(
                      "muster.temporal.address",
                      temporal.address(),
                      "muster.temporal.namespace",
                      "nowhere")))
          .hasValueSatisfying(
              why -> assertThat(why).contains("no namespace nowhere", "namespace create"));
    }
  }
}
