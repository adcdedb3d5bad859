package dev.muster.connections.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.connections.ConnectionsConfiguration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.endpoint.SanitizableData;

/** What becomes of a wrong setting at the start of a process. */
final class SettingProblemTest {

  private static Optional<String> start(String... arguments) {
    SpringApplication application = new SpringApplication(ConnectionsConfiguration.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setRegisterShutdownHook(false);
    try {
      application.run(arguments).close();
      return Optional.empty();
    } catch (RuntimeException failed) {
      return SettingProblem.in(failed);
    }
  }

  @Test
  void aWrongSettingIsOneLineThatNamesIt() {
    assertThat(start("--muster.temporal.address=nowhere"))
        .contains(
            "muster.temporal.address: 'nowhere' (expected: host:port, with a port from 1 to 65535)");
    assertThat(start("--muster.database.url=mysql://x"))
        .hasValueSatisfying(line -> assertThat(line).startsWith("muster.database.url: "));
    assertThat(start("--muster.database.pool=many"))
        .contains("muster.database.pool: it cannot be read (expected: int)");
    assertThat(start("--muster.temporal.codec-key-file=/nowhere/keys"))
        .hasValueSatisfying(line -> assertThat(line).contains("there is no file /nowhere/keys"));
  }

  @Test
  void theStartersSettingsAreHeldToTheSameWord() {
    assertThat(start("--spring.temporal.connection.target=nowhere"))
        .hasValueSatisfying(
            line -> assertThat(line).startsWith("spring.temporal.connection.target: 'nowhere'"));
    assertThat(start("--spring.temporal.connection.enable-https=perhaps"))
        .contains("spring.temporal.connection.enable-https: 'perhaps' (expected: true or false)");
    assertThat(start("--spring.temporal.connection.mtls.cert-chain-file=/nowhere/cert"))
        .hasValueSatisfying(
            line -> assertThat(line).contains("mtls.cert-chain-file: there is no file"));
    assertThat(start("--spring.temporal.connection.mtls.key-file=/nowhere/store.p12"))
        .hasValueSatisfying(line ->
            assertThat(line)
                .startsWith("spring.temporal.connection.mtls: ")
                .contains("/nowhere/store.p12"));
    assertThat(
            start(
                "--muster.temporal.engine=embedded",
                "--spring.temporal.connection.mtls.key-file=/nowhere/key"))
        .hasValueSatisfying(line -> assertThat(line).contains("Muster's own"));
  }

  @Test
  void anotherFailureIsNotTakenForASetting() {
    assertThat(SettingProblem.in(new IllegalArgumentException("a bug"))).isEmpty();
    assertThat(SettingProblem.in(new IllegalStateException(new NullPointerException()))).isEmpty();
  }

  @Test
  void secretsAreMaskedWhoeverExposesTheSettings() {
    for (String secret :
        new String[] {
          "muster.database.password",
          "MUSTER_DATABASE_PASSWORD",
          "muster.temporal.api-key",
          "MUSTER_TEMPORAL_API_KEY",
          "TEMPORAL_API_KEY",
          "TEMPORAL_TLS_CLIENT_KEY_DATA",
          "muster.temporal.tls.client-key-data",
          "TEMPORAL_GRPC_META_AUTHORIZATION",
          "muster.agents.token",
          "spring.temporal.connection.api-key",
          "spring.temporal.connection.mtls.key",
          "spring.temporal.connection.mtls.key-password",
        }) {
      assertThat(shown(secret, "swordfish")).as(secret).isEqualTo("******");
    }
    assertThat(shown("spring.x", "jdbc:postgresql://u:swordfish@h/d")).isEqualTo("******");
    assertThat(shown("muster.database.url", "jdbc:postgresql://h/d?password=swordfish"))
        .isEqualTo("******");
    assertThat(shown("muster.temporal.address", "h:7233")).isEqualTo("h:7233");
    assertThat(shown("muster.temporal.codec-key-file", "/etc/keys")).isEqualTo("/etc/keys");
  }

  private static Object shown(String key, String value) {
    return Optional.ofNullable(
            new MaskedSettings().apply(new SanitizableData(null, key, value)).getValue())
        .orElse("");
  }
}
