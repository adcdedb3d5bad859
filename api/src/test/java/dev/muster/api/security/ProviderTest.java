package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RealProvider;
import dev.muster.api.fixture.RunningApi;
import dev.muster.cli.MusterCli;
import dev.muster.cli.command.Surroundings;
import dev.muster.cli.terminal.Terminal;
import dev.muster.domain.protocol.WireFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The command line, an API and a real provider. */
final class ProviderTest {

  private static final Pattern PAGE = Pattern.compile("or open (\\S+)");

  @TempDir private Path home;

  private final RealProvider provider = RealProvider.start();
  private final RunningApi api =
      RunningApi.with(
          "--muster.http.authentication=required",
          "--muster.oidc.issuer=" + provider.address(),
          "--muster.oidc.audience=muster",
          "--muster.oidc.client-id=" + RealProvider.CLIENT,
          "--muster.oidc.scopes=" + RealProvider.SCOPE + ",offline_access",
          "--muster.oidc.roles[0].group=sre",
          "--muster.oidc.roles[0].roles=viewer,operator",
          "--muster.oidc.roles[0].clusters=prod-*");

  private Duration ahead = Duration.ZERO;

  @AfterEach
  void close() {
    api.close();
    provider.close();
  }

  private record Shown(int code, String out, String err) {}

  @Test
  void oneLogsInWithACodeAndStaysSoUntilOneLogsOut() throws Exception {
    assertThat(muster("whoami").err()).contains("this Muster asks who calls");

    ByteArrayOutputStream said = new ByteArrayOutputStream();
    CompletableFuture<Shown> login = CompletableFuture.supplyAsync(() -> muster(said, "login"));
    Awaitility.await().until(() -> PAGE.matcher(text(said)).find() || login.isDone());
    Matcher page = PAGE.matcher(text(said));
    assertThat(page.find()).as(text(said)).isTrue();
    assertThat(provider.enter(page.group(1))).isEqualTo("302 /?success");
    assertThat(login.get(60, TimeUnit.SECONDS).out())
        .contains("You are ada at", "viewer on prod-*", "operator on prod-*");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept())))
        .isEqualTo("rw-------");
    assertThat(muster("whoami").out()).contains("ada").contains("sre, tea");

    String first = login().path("token").asString();
    assertThat(login().path("refreshToken").asString()).isNotEmpty();
    ahead = Duration.ofMinutes(4).plusSeconds(30);
    assertThat(muster("whoami").out()).contains("ada");
    String second = login().path("token").asString();
    assertThat(second).as("renewed before it ends").isNotEqualTo(first);

    provider.rotate();
    ahead = Duration.ofMinutes(9);
    assertThat(muster("whoami").out()).as("signed with a new key").contains("ada");
    String third = login().path("token").asString();
    assertThat(third).isNotEqualTo(second);

    provider.close();
    Http ada = api.http().with(third);
    assertThat(ada.get("/v1/identity").json().path("name").asString()).isEqualTo("ada");
    assertThat(ada.post("/v1/clusters", "{\"name\":\"prod-1\"}").status()).isEqualTo(403);
    assertThat(muster("logout").out()).contains("is forgotten here");
    assertThat(Files.readString(kept())).doesNotContain(third);
  }

  @Test
  void whomTheProviderRevokedIsNotRenewed() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    CompletableFuture<Shown> login = CompletableFuture.supplyAsync(() -> muster(said, "login"));
    Awaitility.await().until(() -> PAGE.matcher(text(said)).find() || login.isDone());
    Matcher page = PAGE.matcher(text(said));
    assertThat(page.find()).as(text(said)).isTrue();
    provider.enter(page.group(1));
    assertThat(login.get(60, TimeUnit.SECONDS).code()).isZero();
    String before = Files.readString(kept());
    assertThat(muster("logout").out()).contains("is forgotten, here and there");
    Files.writeString(kept(), before);
    ahead = Duration.ofMinutes(6);
    Shown late = muster("whoami");
    assertThat(late.code()).isEqualTo(4);
    assertThat(late.err()).contains("has ended (invalid_grant): muster login");
  }

  private JsonNode login() throws IOException {
    return WireFormat.JSON
        .readTree(Files.readString(kept()))
        .path("http://127.0.0.1:" + api.port());
  }

  private Path kept() {
    return home.resolve(".config/muster/tokens.json");
  }

  private static String text(ByteArrayOutputStream said) {
    return said.toString(StandardCharsets.UTF_8);
  }

  private Shown muster(String... words) {
    return muster(new ByteArrayOutputStream(), words);
  }

  private Shown muster(ByteArrayOutputStream err, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    InstantSource clock = () -> Instant.now().plus(ahead);
    int code =
        MusterCli.run(
            words,
            new Surroundings(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of("HOME", home.toString(), "MUSTER_SERVER", "http://127.0.0.1:" + api.port()),
                Terminal::stream,
                clock));
    return new Shown(code, text(out), text(err));
  }
}
