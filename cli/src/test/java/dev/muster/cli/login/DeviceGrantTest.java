package dev.muster.cli.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cli.StubServer;
import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Logging in with a code, at a provider that says whatever providers say. */
final class DeviceGrantTest {

  private static final Instant NOW = Instant.parse("2026-11-22T07:00:00Z");

  private final StubServer provider = StubServer.start();
  private final Forms forms = new Forms();
  private final List<Duration> waits = new ArrayList<>();
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private Instant now = NOW;

  @BeforeEach
  void discovery() {
    provider.on(
        "GET /.well-known/openid-configuration",
        200,
        """
        {"issuer":"%1$s","device_authorization_endpoint":"%1$s/device",
         "token_endpoint":"%1$s/token","scopes_supported":["openid"]}
        """
            .formatted(provider.uri()));
    provider.on(
        "POST /device",
        200,
        """
        {"device_code":"d-1","user_code":"ABCD-EFGH","verification_uri":"https://id.example/d",
         "verification_uri_complete":"https://id.example/d?c=ABCD-EFGH","expires_in":60,"interval":7}
        """);
  }

  @AfterEach
  void stop() {
    forms.close();
    provider.close();
  }

  @Test
  void theCodeIsShownAndAskedForAsOftenAsTheProviderWants() throws InterruptedException {
    pending("authorization_pending");
    pending("slow_down");
    provider.on("POST /token", 200, answer(jwt(NOW.plusSeconds(300)), "r-1"));

    Login login = login();

    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("Open https://id.example/d and enter the code ABCD-EFGH")
        .contains("or open https://id.example/d?c=ABCD-EFGH");
    assertThat(waits)
        .containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(7), Duration.ofSeconds(12));
    assertThat(login.endsAt()).contains(NOW.plusSeconds(300));
    assertThat(login.refreshToken()).contains("r-1");
    assertThat(provider.lastRequest().body())
        .isEqualTo(
            "client_id=cli&device_code=d-1&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code");
  }

  @Test
  void aScopeThatTheProviderDoesNotKnowIsNotAskedFor() throws InterruptedException {
    provider.on("POST /token", 200, answer(jwt(NOW.plusSeconds(300)), "r-1"));
    login();
    assertThat(provider.requests())
        .filteredOn(request -> request.line().equals("POST /device"))
        .extracting(StubServer.Request::body)
        .containsExactly("client_id=cli&scope=openid");
  }

  @Test
  void anAccessTokenThatOnlyTheProviderReadsIsNotSentToMuster() throws InterruptedException {
    String id = jwt(NOW.plusSeconds(600));
    provider.on(
        "POST /token",
        200,
        "{\"access_token\":\"opaque\",\"id_token\":\"%s\",\"expires_in\":60}".formatted(id));
    Login login = login();
    assertThat(login.token()).isEqualTo(id);
    assertThat(login.endsAt()).contains(NOW.plusSeconds(600));
  }

  @Test
  void whoSaysNoOrNothingIsNotLoggedIn() {
    provider.on("POST /token", 400, "{\"error\":\"access_denied\"}");
    refused("it was refused at the provider's page");
  }

  @Test
  void aCodeThatNobodyEntersEnds() {
    pending("authorization_pending");
    refused("was not entered in time");
    assertThat(waits).hasSize(9);
  }

  @Test
  void whatElseTheProviderSaysIsSaid() {
    provider.on(
        "POST /token",
        401,
        "{\"error\":\"invalid_client\",\"error_description\":\"no such client\"}");
    refused("says invalid_client (no such client)");
  }

  @Test
  void aProviderThatIsReachedInTheOpenIsNotAsked() {
    assertThatThrownBy(() -> Provider.of(resource("http://id.example.com"), forms))
        .isInstanceOf(ApiFailure.class)
        .hasMessageContaining("expected: an address with https");
    assertThatThrownBy(() -> Provider.of(resource(provider.uri() + "/other"), forms))
        .isInstanceOf(ApiFailure.class);
  }

  @Test
  void aLoginIsRenewedWithWhatItHas() {
    Login login =
        new Login(
            provider.uri().toString(),
            "cli",
            "old",
            java.util.Optional.of(NOW),
            java.util.Optional.of("r-1"));
    provider.on("POST /token", 200, "{\"access_token\":\"next\",\"expires_in\":300}");
    Login next = Provider.renewed(login, forms, NOW);
    assertThat(next.token()).isEqualTo("next");
    assertThat(next.refreshToken()).as("the provider gave no new one").contains("r-1");
    assertThat(next.endsAt()).contains(NOW.plusSeconds(300));
    assertThat(provider.lastRequest().body())
        .isEqualTo("client_id=cli&grant_type=refresh_token&refresh_token=r-1");
    assertThat(next.endsSoon(NOW.plusSeconds(239))).isFalse();
    assertThat(next.endsSoon(NOW.plusSeconds(240))).isTrue();
    assertThat(next.isOver(NOW.plusSeconds(299))).isFalse();
    assertThat(next.isOver(NOW.plusSeconds(300))).isTrue();
    assertThat(Login.read(next.json())).contains(next);
    assertThat(next.toString()).doesNotContain("next").doesNotContain("r-1");
  }

  private Login login() throws InterruptedException {
    DeviceGrant grant =
        new DeviceGrant(
            Provider.of(resource(provider.uri().toString()), forms).orElseThrow(),
            () -> now,
            time -> {
              waits.add(time);
              now = now.plus(time);
            });
    return grant.login(new PrintStream(shown, true, StandardCharsets.UTF_8));
  }

  private static tools.jackson.databind.JsonNode resource(String issuer) {
    return Json.parse(
        """
        {"authorization_servers":["%s"],"muster_client_id":"cli",
         "scopes_supported":["openid","offline_access"]}
        """
            .formatted(issuer));
  }

  private void pending(String error) {
    provider.on("POST /token", 400, "{\"error\":\"%s\"}".formatted(error));
  }

  private static String answer(String token, String refresh) {
    return "{\"access_token\":\"%s\",\"refresh_token\":\"%s\",\"expires_in\":9}"
        .formatted(token, refresh);
  }

  private static String jwt(Instant end) {
    String claims = "{\"sub\":\"ada\",\"exp\":%d}".formatted(end.getEpochSecond());
    return "eyJhbGciOiJub25lIn0."
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(claims.getBytes(StandardCharsets.UTF_8))
        + ".x";
  }

  private void refused(String why) {
    assertThatThrownBy(this::login)
        .isInstanceOf(ApiFailure.class)
        .hasMessageContaining(why)
        .extracting(failure -> ((ApiFailure) failure).kind())
        .isEqualTo(ApiFailure.Kind.REFUSED);
  }
}
