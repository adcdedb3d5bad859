package dev.muster.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.connections.fixture.Certificates;
import dev.muster.connections.fixture.SmallTemporal;
import dev.muster.connections.settings.SettingProblem;
import io.temporal.client.WorkflowClient;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people say as {@code spring.temporal.*} reaches the connection, before all else. */
final class StarterTest {

  private static final String STARTER = "spring.temporal.connection.";
  private static final String KEY = "tmprl-key-7";

  @TempDir private Path folder;
  private final Map<String, String> settings = new HashMap<>();

  private Optional<String> ask() {
    try (Connected connected = Connected.by(settings)) {
      return connected.engine().whyAway();
    }
  }

  @Test
  void targetAndNamespaceWinOverOursAndReachStubsAndClient() {
    settings.put("muster.temporal.address", "ours:7233");
    settings.put("muster.temporal.namespace", "ours");
    settings.put(STARTER + "target", "theirs:7234");
    settings.put("spring.temporal.namespace", "theirs");
    try (Connected connected = Connected.by(settings)) {
      assertThat(connected.stubs().getOptions().getTarget()).isEqualTo("theirs:7234");
      assertThat(connected.beans().getBean(WorkflowClient.class).getOptions().getNamespace())
          .isEqualTo("theirs");
    }
  }

  @Test
  void theStartersNameForTheUsualPlaceKeepsWhatMusterAdds() {
    settings.put(STARTER + "target", "local");
    try (Connected connected = Connected.by(settings)) {
      assertThat(connected.stubs().getOptions().getTarget()).isEqualTo("127.0.0.1:7233");
      assertThat(connected.stubs().getOptions().getGrpcClientInterceptors()).isNotEmpty();
    }
  }

  @Test
  void anApiKeySwitchesTlsOnAndIsSentOnceToAProxyHereWithoutIt() {
    try (SmallTemporal temporal = SmallTemporal.plain()) {
      settings.put(STARTER + "target", temporal.address());
      settings.put("muster.temporal.api-key", "ours");
      settings.put(STARTER + "api-key", KEY);
      assertThat(ask()).hasValueSatisfying(why -> assertThat(why).contains("has no TLS"));

      settings.put(STARTER + "enable-https", "false");
      assertThat(ask()).isEmpty();
      assertThat(temporal.asked())
          .isNotEmpty()
          .allSatisfy(asked -> assertThat(asked.authorization()).contains("Bearer " + KEY));
    }
  }

  @Test
  void httpsIsSpokenWhenItIsEnabledAndNotWhenOnlyOursSaysSo() {
    try (SmallTemporal temporal = SmallTemporal.plain()) {
      settings.put(STARTER + "target", temporal.address());
      settings.put(STARTER + "enable-https", "true");
      assertThat(ask()).hasValueSatisfying(why -> assertThat(why).contains("has no TLS"));
      settings.put(STARTER + "enable-https", "false");
      settings.put("muster.temporal.tls.enabled", "true");
      assertThat(ask()).isEmpty();
    }
  }

  @Test
  void theCertificateInPemIsShownBesideAnAuthorityOfOurs() {
    Certificates ours = Certificates.authority(folder, "ours");
    Certificates.Issued client = ours.issue("muster", "dns:muster");
    try (SmallTemporal temporal = server(ours, "temporal.example")) {
      settings.put(STARTER + "target", temporal.address());
      settings.put(STARTER + "mtls.cert-chain-file", client.certificate().toString());
      settings.put(STARTER + "mtls.key-file", client.key().toString());
      settings.put(STARTER + "mtls.server-name", "temporal.example");
      settings.put("muster.temporal.tls.server-name", "elsewhere.example");
      settings.put("muster.temporal.tls.server-ca-cert-path", ours.ca().toString());
      assertThat(ask()).isEmpty();
      assertThat(temporal.asked())
          .isNotEmpty()
          .allSatisfy(asked -> assertThat(asked.certificate()).contains("CN=muster"));
    }
  }

  @Test
  void aStoreWithAPasswordIsTheStarters() {
    Certificates ours = Certificates.authority(folder, "ours");
    try (SmallTemporal temporal = server(ours, "localhost")) {
      settings.put(STARTER + "target", temporal.address());
      settings.put(STARTER + "mtls.key-file", ours.store().toString());
      settings.put(STARTER + "mtls.key-password", Certificates.PASSWORD);
      settings.put(STARTER + "mtls.insecure-trust-manager", "true");
      assertThat(ask()).isEmpty();
      assertThat(temporal.asked())
          .isNotEmpty()
          .allSatisfy(asked -> assertThat(asked.certificate()).contains("CN=ours"));

      settings.put(STARTER + "mtls.key-password", "wrong");
      assertThatThrownBy(this::ask)
          .satisfies(failed ->
              assertThat(SettingProblem.in(failed))
                  .hasValueSatisfying(
                      line -> assertThat(line).startsWith("spring.temporal.connection.mtls: ")));
      settings.put("muster.temporal.tls.server-ca-cert-path", ours.ca().toString());
      assertThatThrownBy(this::ask)
          .isInstanceOf(SettingProblem.class)
          .hasMessageContainingAll("mtls.key-file", "server-ca-cert-path is set too");
    }
  }

  private static SmallTemporal server(Certificates ours, String name) {
    return SmallTemporal.tls(ours.issue("server", "dns:" + name), Optional.of(ours.ca()));
  }
}
