package dev.muster.worker.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The settings of secrets as people write them. */
final class SecretSettingsTest {

  @Test
  void withoutSettingsNoSecretIsKnown() {
    SecretSettings none = bind(new MapPropertySource("test", Map.of()));
    assertThat(none.secrets()).isEmpty();
    assertThat(none.vault().isThere()).isFalse();
    assertThat(none.vault().deadline()).isEqualTo(Duration.ofSeconds(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"db_password", "db-password", "[db_password]", "dbPassword"})
  void aNameIsReadHoweverItIsWritten(String name) {
    String prefix = "muster.secrets" + (name.startsWith("[") ? "" : ".") + name;
    SecretSettings settings =
        bind(
            new MapPropertySource(
                "test",
                Map.of(
                    prefix + ".vault",
                    "prod/db#password",
                    prefix + ".playbooks",
                    "undo, rolling-*",
                    prefix + ".clusters",
                    "prod-*",
                    "muster.vault.address",
                    "https://vault:8200",
                    "muster.vault.role-id",
                    "role-1",
                    "muster.vault.secret-id-file",
                    "/run/secret-id")));
    assertThat(settings.secrets())
        .containsExactly(
            Map.entry(
                "dbpassword",
                new SecretSettings.Entry(
                    "",
                    "",
                    "",
                    "prod/db#password",
                    List.of("undo", "rolling-*"),
                    List.of("prod-*"))));
    assertThat(settings.vault().usesRole()).isTrue();
  }

  @Test
  void theEnvironmentNamesASecretWithoutUnderscores() {
    SecretSettings settings =
        bind(
            new SystemEnvironmentPropertySource(
                "test-systemEnvironment",
                Map.of(
                    "MUSTER_SECRETS_DBPASSWORD_FILE", "/run/secrets/db",
                    "MUSTER_SECRETS_DBPASSWORD_PLAYBOOKS", "canary",
                    "MUSTER_SECRETS_DBPASSWORD_CLUSTERS", "*",
                    "MUSTER_VAULT_TOKENFILE", "/run/token",
                    "MUSTER_VAULT_ADDRESS", "https://vault:8200")));
    assertThat(settings.secrets().get("dbpassword"))
        .isEqualTo(
            new SecretSettings.Entry(
                "", "/run/secrets/db", "", "", List.of("canary"), List.of("*")));
    assertThat(settings.vault().tokenFile()).isEqualTo("/run/token");
  }

  @Test
  void aWrongSettingIsNamed() {
    assertThatThrownBy(
            () -> bind(new MapPropertySource("test", Map.of("muster.secrets.a.file", "/run/a"))))
        .rootCause()
        .hasMessageContaining("muster.secrets.a.playbooks: nothing");
  }

  @Test
  void theContextOfAWorkerHasThem() {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(
              new MapPropertySource(
                  "test",
                  Map.of(
                      "muster.secrets.db-password.environment", "DB_PASSWORD",
                      "muster.secrets.db-password.playbooks", "undo",
                      "muster.secrets.db-password.clusters", "*")));
      context.register(Holder.class);
      context.refresh();
      assertThat(context.getBean(SecretSettings.class).secrets()).containsOnlyKeys("dbpassword");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(SecretSettings.class)
  static class Holder {}

  private static SecretSettings bind(PropertySource<?> source) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().remove("systemEnvironment");
    environment.getPropertySources().addFirst(source);
    return Binder.get(environment).bindOrCreate("muster", SecretSettings.class);
  }
}
