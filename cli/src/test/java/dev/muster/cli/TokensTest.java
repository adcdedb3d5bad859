package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code muster token}, {@code login}, {@code logout}, {@code whoami}. */
final class TokensTest {

  private static final String SECRET = "muster_0000000000000000000000000000000000000000000abcdef";
  private static final String IDENTITY =
      """
      {"name":"ada","groups":["sre"],"grants":[{"role":"operator","clusters":"prod-*"}]}\
      """;

  @TempDir private Path home;

  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aTokenIsWrittenAloneSoThatAScriptCanTakeIt() {
    server.on(
        "POST /v1/tokens",
        201,
        """
        {"id":"3f2a91c4-0000-4000-8000-000000000000","name":"ci","state":"active","roles":["operator"],
         "clusters":["prod-*"],"groups":[],"expiresAt":"2026-07-01T10:00:00.123456Z","token":"%s"}
        """
            .formatted(SECRET));

    Shell.Result made =
        shell.run(
            "token",
            "create",
            "--name",
            "ci",
            "--role",
            "operator",
            "--cluster",
            "prod-*",
            "--expires",
            "90d");

    assertThat(made.code()).as(made.err()).isZero();
    assertThat(made.out()).isEqualToIgnoringNewLines(SECRET);
    assertThat(made.err())
        .contains("Token 3f2a91c4 of ci: operator on prod-*, until 2026-07-01T10:00:00Z. It")
        .contains("this once");
    assertThat(server.lastRequest().body())
        .isEqualTo(
            "{\"name\":\"ci\",\"roles\":[\"operator\"],\"clusters\":[\"prod-*\"],\"expires\":\"PT2160H\"}");
  }

  @Test
  void loginKeepsATokenThatWasTriedAndLaterCommandsSendIt() throws IOException {
    server.on("GET /v1/identity", 200, IDENTITY);
    shell.with("HOME", home.toString()).reading(SECRET + "\n");

    Shell.Result in = shell.run("login");

    assertThat(in.out()).contains("You are ada at").contains("operator on prod-*");
    assertThat(server.lastRequest().authorization()).isEqualTo("Bearer " + SECRET);
    Path kept = home.resolve(".config/muster/tokens.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rw-------");

    assertThat(shell.run("whoami").out()).contains("ada").contains("sre");
    assertThat(server.lastRequest().authorization()).isEqualTo("Bearer " + SECRET);

    assertThat(shell.run("logout").out()).contains("is forgotten");
    shell.run("whoami");
    assertThat(server.lastRequest().authorization()).isEmpty();
    assertThat(shell.run("logout").out()).contains("No token was kept");
  }

  @Test
  void aTokenThatTheServerRefusesIsNotKept() {
    server.on(
        "GET /v1/identity",
        401,
        "{\"type\":\"urn:muster:problem:unauthenticated\",\"title\":\"Not"
            + " authenticated\",\"status\":401,\"detail\":\"the token is unknown\"}");
    Shell.Result in = shell.with("HOME", home.toString()).reading(SECRET).run("login");
    assertThat(in.code()).isEqualTo(4);
    assertThat(in.err()).contains("the token is unknown");
    assertThat(home.resolve(".config/muster/tokens.json")).doesNotExist();
  }

  @Test
  void aFileOfTokensThatOthersCanReadIsNotBelieved() throws IOException {
    Path kept = home.resolve(".config/muster/tokens.json");
    Files.createDirectories(kept.getParent());
    Files.writeString(kept, "{}");
    Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rw-r--r--"));
    Shell.Result asked = shell.with("HOME", home.toString()).run("whoami");
    assertThat(asked.code()).isEqualTo(2);
    assertThat(asked.err()).contains("can be read by others").contains("chmod 600");

    server.on("GET /v1/identity", 200, IDENTITY);
    Shell.Result in = Shell.at(server).with("HOME", home.toString()).reading(SECRET).run("login");
    assertThat(in.code()).isEqualTo(2);
    assertThat(Files.readString(kept)).as("no token is put there").isEqualTo("{}");
  }

  @Test
  void theEnvironmentGivesATokenOrAFileWithOne() throws IOException {
    server.on("GET /v1/identity", 200, IDENTITY);
    shell.with("MUSTER_TOKEN", SECRET).run("whoami");
    assertThat(server.lastRequest().authorization()).isEqualTo("Bearer " + SECRET);

    Path file = Files.writeString(home.resolve("token"), "from-a-file\n");
    Shell.at(server).with("MUSTER_TOKEN_FILE", file.toString()).run("whoami");
    assertThat(server.lastRequest().authorization()).isEqualTo("Bearer from-a-file");
  }

  @Test
  void aTokenIsNotSentWhereOthersCanReadIt() {
    Shell.Result asked =
        new Shell()
            .with("MUSTER_SERVER", "http://muster.example.invalid:8420")
            .with("MUSTER_TOKEN", SECRET)
            .run("whoami");
    assertThat(asked.code()).isEqualTo(2);
    assertThat(asked.err()).contains("not sent over http").contains("MUSTER_INSECURE=1");
    assertThat(asked.err()).doesNotContain(SECRET);
  }

  @Test
  void tokensAreListedAndRevoked() {
    server.on(
        "GET /v1/tokens?limit=50",
        200,
        """
        {"items":[{"id":"3f2a91c4-0000-4000-8000-000000000000","name":"ci","state":"revoked",
          "roles":["operator","viewer"],"clusters":["prod-*"],"groups":[],"createdBy":"root"},
         {"id":"5b10c7de-0000-4000-8000-000000000000","name":"cd","state":"active","roles":["author"],
          "clusters":["*"],"groups":[],"createdBy":"root","expiresAt":"2026-07-01T10:00:00.123456Z"}]}
        """);
    assertThat(shell.run("token", "list").out())
        .contains("3f2a91c4", "revoked", "operator, viewer", "never", "root")
        .contains("2026-07-01T10:00:00Z")
        .doesNotContain("123456");
    server.on("DELETE /v1/tokens/3f2a", 204, "");
    Shell.Result revoked = shell.run("token", "revoke", "3f2a");
    assertThat(revoked.code()).as(revoked.err()).isZero();
    assertThat(server.lastRequest().line()).isEqualTo("DELETE /v1/tokens/3f2a");
  }

  @Test
  void anAuditThatWasChangedIsSaidWithTheFirstPlaceAndEndsAScript() {
    String seal = "17:" + "0".repeat(64);
    String path = "GET /v1/audit/verification?seal=17%3A" + "0".repeat(64);
    server.on(
        path,
        200,
        "{\"holds\":false,\"sealed\":20,\"removed\":0,\"unsealed\":0,\"seal\":\"20:ab\","
            + "\"faults\":[{\"place\":3,\"what\":\"entry 3 was changed after it was sealed\"}]}");
    Shell.Result changed = shell.run("audit", "verify", "--seal", seal);
    assertThat(changed.code()).isEqualTo(4);
    assertThat(changed.out())
        .contains("was changed")
        .contains("place 3: entry 3 was changed after it was sealed");
    server.on(
        "GET /v1/audit/verification",
        200,
        "{\"holds\":true,\"sealed\":20,\"removed\":0,\"unsealed\":0,\"seal\":\"20:ab\",\"faults\":[]}");
    Shell.Result held = shell.run("audit", "verify");
    assertThat(held.code()).isZero();
    assertThat(held.out()).contains("is as it was written");
  }

  @Test
  void theAuditIsExportedAsLinesFromAPlaceOn() {
    server.on(
        "GET /v1/audit/export?limit=500&marker=7",
        200,
        "{\"items\":[{\"place\":8,\"seal\":\"a\"},{\"place\":9,\"seal\":\"b\"}],\"next\":\"9\"}");
    server.on(
        "GET /v1/audit/export?limit=500&marker=9",
        200,
        "{\"items\":[{\"place\":10,\"seal\":\"c\"}]}");
    Shell.Result exported = shell.run("audit", "export", "--after", "7");
    assertThat(exported.out().lines())
        .containsExactly(
            "{\"place\":8,\"seal\":\"a\"}",
            "{\"place\":9,\"seal\":\"b\"}",
            "{\"place\":10,\"seal\":\"c\"}");
    assertThat(exported.err()).contains("3 entries, up to place 10");
  }

  @Test
  void aLoginAtAProviderIsSentAndRenewedBeforeItEnds() throws IOException {
    server.on("GET /v1/identity", 200, IDENTITY);
    provider(Shell.NOW.plusSeconds(3600));
    shell.with("HOME", home.toString());
    shell.run("whoami");
    assertThat(server.lastRequest().authorization()).isEqualTo("Bearer first");

    provider(Shell.NOW.plusSeconds(30));
    server.on(
        "POST /token",
        200,
        "{\"access_token\":\"second\",\"refresh_token\":\"r-2\",\"expires_in\":600}");
    shell.run("whoami");
    assertThat(server.lastRequest().authorization()).isEqualTo("Bearer second");
    Path kept = home.resolve(".config/muster/tokens.json");
    assertThat(Files.readString(kept)).contains("r-2").doesNotContain("first");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rw-------");
  }

  @Test
  void aLoginThatCannotBeRenewedCountsUntilItsEndAndThenSaysSo() throws IOException {
    server.on("GET /v1/identity", 200, IDENTITY);
    server.on("POST /token", 400, "{\"error\":\"invalid_grant\"}");
    shell.with("HOME", home.toString());
    provider(Shell.NOW.plusSeconds(30));
    shell.run("whoami");
    assertThat(server.lastRequest().authorization()).isEqualTo("Bearer first");

    provider(Shell.NOW.minusSeconds(1));
    Shell.Result late = shell.run("whoami");
    assertThat(late.code()).isEqualTo(4);
    assertThat(late.err()).contains("has ended (invalid_grant): muster login");
  }

  @Test
  void withoutATokenAndWithoutAProviderLoginSaysWhatToGive() {
    Shell.Result in = shell.with("HOME", home.toString()).run("login");
    assertThat(in.code()).isEqualTo(2);
    assertThat(in.err()).contains("No token was given").contains("names no identity provider");
  }

  /** The stub is the provider, too. */
  private void provider(java.time.Instant end) throws IOException {
    server.on(
        "GET /.well-known/openid-configuration",
        200,
        "{\"issuer\":\"%1$s\",\"token_endpoint\":\"%1$s/token\"}".formatted(server.uri()));
    Path kept = home.resolve(".config/muster/tokens.json");
    Files.createDirectories(kept.getParent());
    Files.writeString(
        kept,
        """
        {"%1$s":{"issuer":"%1$s","clientId":"cli","token":"first","endsAt":"%2$s","refreshToken":"r-1"}}
        """
            .formatted(server.uri(), end));
    Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rw-------"));
  }
}
