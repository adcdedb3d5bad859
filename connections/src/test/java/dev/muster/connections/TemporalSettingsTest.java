package dev.muster.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.connections.fixture.Certificates;
import dev.muster.connections.settings.SettingProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TemporalSettingsTest {

  private static final String KEY = "tmprl-key-7";

  @TempDir private Path folder;
  private final Map<String, String> ours = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();

  private TemporalSettings settings() {
    environment.putIfAbsent("HOME", folder.toString());
    return TemporalSettings.of(Connected.environment(ours), environment);
  }

  private void refused(String... parts) {
    assertThatThrownBy(this::settings)
        .isInstanceOf(SettingProblem.class)
        .hasMessageContainingAll(parts)
        .hasMessageNotContainingAny(KEY, "\n");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void withoutAnySettingItIsTheUsualPortHere() {
    TemporalSettings settings = settings();
    assertThat(settings.address()).isEqualTo("127.0.0.1:7233");
    assertThat(settings.namespace()).isEqualTo("default");
    assertThat(settings.tls()).isEmpty();
    assertThat(settings.apiKey()).isEmpty();
  }

  @Test
  void oursWinsOverTheVariablesAndTheyOverTheProfile() throws IOException {
    environment.put(
        "TEMPORAL_CONFIG_FILE",
        file(
            "temporal.toml",
            """
            [profile.prod]
            address = "profile:7233"
            namespace = "profile"
            api_key = "profile-key"
            """));
    environment.put("TEMPORAL_PROFILE", "prod");
    environment.put("TEMPORAL_NAMESPACE", "variable");
    environment.put("TEMPORAL_ADDRESS", "variable:7233");
    ours.put("muster.temporal.address", "ours:7233");

    TemporalSettings settings = settings();
    assertThat(settings.address()).isEqualTo("ours:7233");
    assertThat(settings.namespace()).isEqualTo("variable");
    assertThat(settings.apiKey().orElseThrow().current()).isEqualTo("profile-key");
    assertThat(settings.tls()).as("a key switches TLS on").isPresent();
  }

  @Test
  void whatIsSetToNothingIsNotSet() {
    environment.put("TEMPORAL_API_KEY", "");
    environment.put("TEMPORAL_TLS_CLIENT_CERT_PATH", " ");
    environment.put("TEMPORAL_TLS", "");
    ours.put("muster.temporal.namespace", "");

    assertThat(settings().apiKey()).isEmpty();
    assertThat(settings().tls()).isEmpty();
    assertThat(settings().namespace()).isEqualTo("default");
  }

  @Test
  void anEngineOfOurOwnIsReachedByItsAddressAlone() {
    environment.put("TEMPORAL_API_KEY", KEY);
    environment.put("TEMPORAL_TLS", "true");
    environment.put("TEMPORAL_NAMESPACE", "cloud");
    ours.put("muster.temporal.engine", "embedded");
    ours.put("muster.temporal.address", "127.0.0.1:7330");

    TemporalSettings settings = settings();
    assertThat(settings.namespace()).isEqualTo("default");
    assertThat(settings.tls()).isEmpty();
    assertThat(settings.apiKey()).isEmpty();
  }

  @Test
  void aKeyInAFileMayBeChangedWhileTheProcessRuns() throws IOException {
    ours.put("muster.temporal.api-key-file", file("key", "first\n"));
    TemporalSettings settings = settings();
    assertThat(settings.apiKey().orElseThrow().current()).isEqualTo("first");
    file("key", "second\n");
    assertThat(settings.apiKey().orElseThrow().current()).isEqualTo("second");
  }

  @Test
  void secretsAreNotShown() throws IOException {
    environment.put("TEMPORAL_API_KEY", KEY);
    ours.put("muster.temporal.codec-key-file", file("keys", "not read here"));
    TemporalSettings settings = settings();
    assertThat(settings.toString() + settings.apiKey() + settings.tls() + settings.codecKeyFile())
        .doesNotContain(KEY);
  }

  @Test
  void aKeyIsNotSentInTheClear() {
    environment.put("TEMPORAL_API_KEY", KEY);
    environment.put("TEMPORAL_TLS", "false");
    environment.put("TEMPORAL_ADDRESS", "example.com:7233");
    refused("TEMPORAL_API_KEY", "in the clear", "muster.temporal.tls.enabled=true");

    environment.put("TEMPORAL_ADDRESS", "127.0.0.1:7233");
    assertThat(settings().tls()).as("a proxy on this machine").isEmpty();
  }

  @Test
  void eachMistakeIsNamed() throws IOException {
    ours.put("muster.temporal.address", "http://here:7233");
    refused(
        "muster.temporal.address: 'http://here:7233' (expected: host:port, with a port from 1 to 65535)");
    ours.put("muster.temporal.address", "here:72330");
    refused("muster.temporal.address");
    ours.clear();

    environment.put("TEMPORAL_TLS", "perhaps");
    refused("TEMPORAL_TLS: 'perhaps' (expected: true or false)");
    environment.clear();

    environment.put("TEMPORAL_CONFIG_FILE", "/nowhere/temporal.toml");
    refused("TEMPORAL_CONFIG_FILE", "/nowhere/temporal.toml");
    environment.put("TEMPORAL_CONFIG_FILE", file("bad.toml", "[profile.a]\napi_key = " + KEY));
    refused("TEMPORAL_CONFIG_FILE", "bad.toml cannot be understood");
    environment.put("TEMPORAL_CONFIG_FILE", file("good.toml", "[profile.a]\nnamespace = \"x\""));
    environment.put("TEMPORAL_PROFILE", "b");
    refused("TEMPORAL_PROFILE: there is no profile 'b'", "good.toml");
    environment.clear();

    ours.put("muster.temporal.api-key", "two words");
    refused("muster.temporal.api-key: it holds no API key");
    ours.put("muster.temporal.api-key", KEY);
    ours.put("muster.temporal.api-key-file", file("key", KEY));
    refused("muster.temporal.api-key-file: muster.temporal.api-key is set too");
    ours.clear();

    ours.put("muster.temporal.codec-ui-origin", "http://ui:8233/path");
    refused("muster.temporal.codec-ui-origin", "(expected: scheme, host and port");
  }

  @Test
  void certificatesThatCannotBeUsedAreNamed() throws IOException {
    Certificates.Issued issued =
        Certificates.authority(folder, "ca").issue("muster", "dns:localhost");
    Certificates.Issued other =
        Certificates.authority(folder, "other").issue("stranger", "dns:localhost");

    environment.put("TEMPORAL_TLS_SERVER_CA_CERT_PATH", "/nowhere/ca.pem");
    refused("TEMPORAL_TLS_SERVER_CA_CERT_PATH: there is no file /nowhere/ca.pem");
    environment.put("TEMPORAL_TLS_SERVER_CA_CERT_PATH", file("no.pem", "no certificate"));
    assertThatThrownBy(() -> settings().tls().orElseThrow().context())
        .hasMessageContaining("TEMPORAL_TLS_SERVER_CA_CERT_PATH: it holds no certificate");
    environment.clear();

    ours.put("muster.temporal.tls.client-cert-path", issued.certificate().toString());
    refused("muster.temporal.tls.client-cert-path: a certificate without its key");
    ours.put("muster.temporal.tls.client-key-path", other.key().toString());
    assertThatThrownBy(() -> settings().tls().orElseThrow().context())
        .hasMessageContaining("client-key-path: it is not the key of the certificate");
    ours.put(
        "muster.temporal.tls.client-key-path", file("rsa.key", "-----BEGIN RSA PRIVATE KEY-----"));
    assertThatThrownBy(() -> settings().tls().orElseThrow().context())
        .hasMessageContaining("RSA PRIVATE KEY, which is not read (expected:");

    ours.put("muster.temporal.tls.enabled", "false");
    assertThat(settings().tls()).as("off is off, whatever else is set").isEmpty();
  }
}
