package dev.muster.worker.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.activities.secret.SecretSource.Reading;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vault's KV version 2 and AppRole, as its documentation has them. */
final class VaultTest {

  private static final String PASSWORD = "changeit";

  private final FakeVault server = new FakeVault();
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-31T12:00:00Z"));

  @TempDir Path folder;

  @BeforeEach
  void files() throws Exception {
    Files.writeString(folder.resolve("token"), "hvs.token-1\n");
    Files.writeString(folder.resolve("secret-id"), "secret-id-1\n");
    server.accept("hvs.token-1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aFieldIsReadWithTheTokenOfAFile() {
    assertThat(withToken("prod/db", "password")).isEqualTo(new Reading.Found(FakeVault.VALUE));
    assertThat(withToken("prod/db", "port")).isEqualTo(new Reading.Found("5432"));
    assertThat(server.requests().getFirst()).isEqualTo("GET /v1/secret/data/prod/db team-a");
  }

  @Test
  void aRenewedTokenIsTakenFromTheFile() throws Exception {
    try (Vault vault = vault(byToken())) {
      assertThat(vault.read("prod/db", "password")).isInstanceOf(Reading.Found.class);
      server.revokeAll();
      server.accept("hvs.token-2");
      assertAway(vault.read("prod/db", "password"), "(403)");
      Files.writeString(folder.resolve("token"), "hvs.token-2");
      assertThat(vault.read("prod/db", "password")).isInstanceOf(Reading.Found.class);
    }
  }

  @Test
  void aRoleLogsInOnceAndAgainWhenItsTokenIsOver() {
    try (Vault vault = vault(byRole())) {
      vault.read("prod/db", "password");
      vault.read("prod/db", "password");
      assertThat(logIns()).isEqualTo(1);
      now.set(now.get().plusSeconds(1196));
      assertThat(vault.read("prod/db", "password")).isInstanceOf(Reading.Found.class);
      assertThat(logIns()).isEqualTo(2);
    }
  }

  @Test
  void aRoleLogsInAgainWhenItsTokenWasRevoked() {
    try (Vault vault = vault(byRole())) {
      vault.read("prod/db", "password");
      server.revokeAll();
      assertThat(vault.read("prod/db", "password")).isEqualTo(new Reading.Found(FakeVault.VALUE));
      assertThat(logIns()).isEqualTo(2);
    }
  }

  @Test
  void aSecretIdThatIsRefusedIsReadAnewNextTime() throws Exception {
    server.secretId("secret-id-2");
    try (Vault vault = vault(byRole())) {
      assertAway(vault.read("prod/db", "password"), "refuses Muster's role id or secret id (400)");
      Files.writeString(folder.resolve("secret-id"), "secret-id-2");
      assertThat(vault.read("prod/db", "password")).isInstanceOf(Reading.Found.class);
    }
  }

  @Test
  void whatIsNotThereIsNotWaitedFor() {
    assertAbsent(withToken("prod/none", "password"), "Vault has no prod/none");
    assertAbsent(withToken("prod/old", "password"), "newest version was deleted (404)");
    assertAbsent(withToken("prod/db", "user"), "prod/db has no text 'user'");
    assertAbsent(withToken("prod/db", "nested"), "prod/db has no text 'nested'");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 307, 400, 412, 429, 472, 473, 500, 502, 503})
  void whatPassesByItselfIsWaitedForAndNothingOfTheAnswerIsRepeated(int status) {
    try (Vault vault = vault(byToken())) {
      server.fail(status);
      assertAway(vault.read("prod/db", "password"), String.valueOf(status));
      server.recover();
      assertThat(vault.read("prod/db", "password")).isInstanceOf(Reading.Found.class);
    }
  }

  @Test
  void aVaultThatIsSilentOrTalksNonsenseIsAway() throws Exception {
    assertAway(withToken("prod/page", "password"), "is no JSON");
    try (Vault vault = vault(byToken())) {
      server.close();
      assertAway(vault.read("prod/db", "password"), "does not answer (ConnectException)");
    }
    Files.delete(folder.resolve("token"));
    assertAway(withToken("prod/db", "password"), "muster.vault.token-file");
  }

  @Test
  void aTokenGoesOverTlsOrTheLoopbackOnly() {
    assertThatThrownBy(() -> settings("http://vault.example.com:8200", "token", "", ""))
        .hasMessageContaining("muster.vault.address: http://vault.example.com:8200");
    assertThat(settings("https://vault.example.com:8200/", "token", "", "").address())
        .isEqualTo("https://vault.example.com:8200");
  }

  @Test
  void thereIsOneWayToLogIn() {
    assertThatThrownBy(() -> settings("https://v", "", "", ""))
        .hasMessageContaining("expected: token-file, or role-id with secret-id-file");
    assertThatThrownBy(() -> settings("https://v", "token", "role-1", "secret-id"))
        .hasMessageContaining("no way, or two, to log in");
    assertThatThrownBy(() -> settings("https://v", "", "role-1", ""))
        .hasMessageContaining("no way, or two, to log in");
  }

  @Test
  void onlyTheAuthoritiesOfTheSettingAreBelieved() throws Exception {
    Path store = folder.resolve("vault.p12");
    Path authority = folder.resolve("ca.pem");
    keytool(
        "-genkeypair", store, "-keyalg", "EC", "-dname", "CN=vault", "-ext", "san=ip:127.0.0.1");
    keytool("-exportcert", store, "-rfc", "-file", authority.toString());
    try (FakeVault secure = FakeVault.overTls(store, PASSWORD)) {
      secure.accept("hvs.token-1");
      try (Vault vault = vault(tls(secure, authority.toString()))) {
        assertThat(vault.read("prod/db", "password")).isInstanceOf(Reading.Found.class);
      }
      try (Vault vault = vault(tls(secure, ""))) {
        assertAway(vault.read("prod/db", "password"), "does not answer (SSLHandshakeException)");
      }
      assertThat(secure.requests()).hasSize(1);
    }
    Files.writeString(authority, "no certificate");
    assertThatThrownBy(() -> vault(tls(server, authority.toString())))
        .hasMessageContaining("muster.vault.ca-certificate: " + authority);
  }

  private VaultSettings tls(FakeVault vault, String authority) {
    return new VaultSettings(
        vault.address(),
        "secret",
        "",
        authority,
        folder.resolve("token").toString(),
        "",
        "",
        "approle",
        Duration.ofSeconds(5));
  }

  private static void keytool(String command, Path store, String... more) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                command,
                "-alias",
                "vault",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
    line.addAll(List.of(more));
    Process process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
    assertThat(process.waitFor()).isZero();
  }

  private long logIns() {
    return server.requests().stream()
        .filter(request -> request.startsWith("POST /v1/auth/approle/login"))
        .count();
  }

  private Reading withToken(String path, String field) {
    try (Vault vault = vault(byToken())) {
      return vault.read(path, field);
    }
  }

  private Vault vault(VaultSettings settings) {
    InstantSource source = now::get;
    return new Vault(settings, source.withZone(ZoneOffset.UTC));
  }

  private VaultSettings byToken() {
    return settings(server.address(), "token", "", "");
  }

  private VaultSettings byRole() {
    return settings(server.address(), "", "role-1", "secret-id");
  }

  private VaultSettings settings(String address, String token, String role, String secretId) {
    return new VaultSettings(
        address,
        "secret",
        "team-a",
        "",
        token.isEmpty() ? "" : folder.resolve(token).toString(),
        role,
        secretId.isEmpty() ? "" : folder.resolve(secretId).toString(),
        "approle",
        Duration.ofSeconds(5));
  }

  private static void assertAway(Reading reading, String why) {
    assertThat(reading)
        .isInstanceOfSatisfying(
            Reading.Away.class,
            away -> assertThat(away.why()).contains(why).doesNotContain(FakeVault.VALUE));
  }

  private static void assertAbsent(Reading reading, String why) {
    assertThat(reading)
        .isInstanceOfSatisfying(
            Reading.Absent.class,
            absent -> assertThat(absent.why()).contains(why).doesNotContain(FakeVault.VALUE));
  }
}
