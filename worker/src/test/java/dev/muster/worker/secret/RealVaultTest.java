package dev.muster.worker.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.activities.secret.SecretSource.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Vault: that what {@link FakeVault} says is what Vault says. Skipped where it was not built
 * ({@code scripts/real-vault install}).
 */
final class RealVaultTest {

  private static final String VALUE = "from-a-real-vault-4711";

  @TempDir Path folder;

  private Optional<RealVault> started = Optional.empty();

  @BeforeEach
  void aSecretThatOneRoleMayRead() throws Exception {
    Optional<Path> program = RealVault.program();
    assumeTrue(program.isPresent(), "no Vault here: scripts/real-vault install");
    RealVault vault = RealVault.start(program.get(), folder);
    started = Optional.of(vault);
    vault.ask(
        "POST",
        "secret/data/prod/db",
        "{\"data\":{\"password\":\"%s\",\"port\":5432,\"nested\":{\"a\":\"b\"}}}".formatted(VALUE));
    vault.ask("POST", "secret/data/dev/db", "{\"data\":{\"password\":\"another\"}}");
    vault.ask(
        "PUT",
        "sys/policies/acl/muster",
        "{\"policy\":\"path \\\"secret/data/prod/*\\\" { capabilities = [\\\"read\\\"] }\"}");
    vault.ask("POST", "sys/auth/approle", "{\"type\":\"approle\"}");
    vault.ask(
        "POST",
        "auth/approle/role/muster",
        "{\"token_policies\":\"muster\",\"token_ttl\":\"20m\"}");
    newSecretId();
    Files.writeString(folder.resolve("token"), RealVault.ROOT + "\n");
  }

  @AfterEach
  void stop() {
    started.ifPresent(RealVault::close);
  }

  @Test
  void aFieldIsReadWithATokenAndItsNewestVersionCounts() throws Exception {
    try (Vault vault = vault(byToken("token"))) {
      assertThat(vault.read("prod/db", "password")).isEqualTo(new Reading.Found(VALUE));
      assertThat(vault.read("prod/db", "port")).isEqualTo(new Reading.Found("5432"));
      server().ask("POST", "secret/data/prod/db", "{\"data\":{\"password\":\"rotated\"}}");
      assertThat(vault.read("prod/db", "password")).isEqualTo(new Reading.Found("rotated"));
    }
  }

  @Test
  void whatIsNotThereOrWasDeletedIsAbsent() throws Exception {
    try (Vault vault = vault(byToken("token"))) {
      for (String path : new String[] {"prod/none", "prod/db"}) {
        assertThat(vault.read(path, "nested")).isInstanceOf(Reading.Absent.class);
      }
      server().ask("DELETE", "secret/data/prod/db", "");
      assertThat(vault.read("prod/db", "password"))
          .isEqualTo(
              new Reading.Absent("Vault has no prod/db, or its newest version was deleted (404)"));
      server().ask("PUT", "secret/undelete/prod/db", "{\"versions\":[1]}");
      assertThat(vault.read("prod/db", "password")).isEqualTo(new Reading.Found(VALUE));
    }
  }

  @Test
  void aRoleReadsWhatItsPolicyGivesAndLogsInAgainWhenItsTokenWasRevoked() throws Exception {
    try (Vault vault = vault(byRole())) {
      assertThat(vault.read("prod/db", "password")).isEqualTo(new Reading.Found(VALUE));
      assertAway(vault.read("dev/db", "password"), "does not let Muster read dev/db");
      server().ask("POST", "sys/leases/revoke-prefix/auth/approle/login", "");
      assertThat(vault.read("prod/db", "password")).isEqualTo(new Reading.Found(VALUE));
    }
  }

  @Test
  void aSecretIdThatIsWrongIsReadAnewNextTime() throws Exception {
    Files.writeString(folder.resolve("secret-id"), "11111111-2222-3333-4444-555555555555");
    try (Vault vault = vault(byRole())) {
      assertAway(vault.read("prod/db", "password"), "refuses Muster's role id or secret id (400)");
      newSecretId();
      assertThat(vault.read("prod/db", "password")).isEqualTo(new Reading.Found(VALUE));
    }
  }

  @Test
  void aTokenThatVaultDoesNotKnowAndAVaultThatIsSealedAreWaitedFor() throws Exception {
    Files.writeString(folder.resolve("other"), "hvs.nobodyKnowsThisOne");
    try (Vault vault = vault(byToken("other"))) {
      assertAway(vault.read("prod/db", "password"), "(403)");
      server().ask("PUT", "sys/seal", "");
      assertAway(vault.read("prod/db", "password"), "Vault is sealed or in maintenance (503)");
      server().close();
      assertAway(vault.read("prod/db", "password"), "does not answer (ConnectException)");
    }
  }

  private RealVault server() {
    return started.orElseThrow();
  }

  private void newSecretId() throws Exception {
    Files.writeString(
        folder.resolve("secret-id"),
        server()
            .ask("POST", "auth/approle/role/muster/secret-id", "")
            .at("/data/secret_id")
            .asString());
  }

  private static void assertAway(Reading reading, String why) {
    assertThat(reading)
        .isInstanceOfSatisfying(
            Reading.Away.class, away -> assertThat(away.why()).contains(why).doesNotContain(VALUE));
  }

  private static Vault vault(VaultSettings settings) {
    return new Vault(settings, Clock.systemUTC());
  }

  private VaultSettings byToken(String file) {
    return settings(folder.resolve(file).toString(), "", "");
  }

  private VaultSettings byRole() throws Exception {
    String role =
        server().ask("GET", "auth/approle/role/muster/role-id", "").at("/data/role_id").asString();
    return settings("", role, folder.resolve("secret-id").toString());
  }

  private VaultSettings settings(String tokenFile, String role, String secretIdFile) {
    return new VaultSettings(
        server().address(),
        "secret",
        "",
        "",
        tokenFile,
        role,
        secretIdFile,
        "approle",
        Duration.ofSeconds(5));
  }
}
