package dev.muster.api.codec;

import static dev.muster.api.fixture.Expect.expect;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodecTest {

  private static final String UI = "http://ui.example:8233";
  private static final String PLAIN =
      "{\"payloads\":[{\"metadata\":{\"encoding\":\"anNvbi9wbGFpbg==\"},\"data\":\"ImFkYSI=\"}]}";

  @TempDir private Path folder;

  private String[] settings() throws IOException {
    byte[] key = new byte[32];
    Path file = Files.writeString(folder.resolve("keys"), Base64.getEncoder().encodeToString(key));
    return new String[] {
      "--muster.temporal.codec-key-file=" + file, "--muster.temporal.codec-ui-origin=" + UI
    };
  }

  private static Http.Answer fromPage(Http http, String origin, String path) {
    return http.send(
        http.request(path)
            .header("Content-Type", "application/json")
            .header("Origin", origin)
            .header("Sec-Fetch-Site", "cross-site")
            .POST(Http.text(PLAIN)));
  }

  @Test
  void withoutAKeyFileItIsOff() {
    Http http = RunningApi.shared().http();
    expect(http.post("/v1/codec/decode", PLAIN), 404, "not-found");
    expect(http.post("/v1/codec/encode", PLAIN), 404, "not-found");
    assertThat(http.get("/v1/info").json().at("/temporal/codec").asBoolean()).isFalse();
  }

  @Test
  void whatIsEncodedIsDecodedForTheToolsOfTemporal() throws IOException {
    try (RunningApi api = RunningApi.with(settings())) {
      Http http = api.http();
      Http.Answer encoded = http.post("/v1/codec/encode", PLAIN);
      assertThat(encoded.status()).as(encoded.text()).isEqualTo(200);
      assertThat(encoded.contentType()).startsWith("application/json");
      assertThat(encoded.text()).doesNotContain("ImFkYSI=");

      Http.Answer decoded = http.post("/v1/codec/decode", encoded.text());
      assertThat(decoded.json().at("/payloads/0/data").asString()).isEqualTo("ImFkYSI=");
      assertThat(http.get("/v1/info").json().at("/temporal/codec").asBoolean()).isTrue();
    }
  }

  @Test
  void whatCannotBeDecodedIsSaid() throws IOException {
    try (RunningApi api = RunningApi.with(settings())) {
      Http http = api.http();
      expect(http.post("/v1/codec/decode", "[]"), 400, "bad-request");
      String foreign =
          "{\"payloads\":[{\"metadata\":{\"encoding\":\"%s\",\"encryption-cipher\":\"%s\",\"encryption-key-id\":\"%s\"}}]}"
              .formatted(base64("binary/encrypted"), base64("AES-256-GCM"), base64("0123"));
      Http.Answer refused = http.post("/v1/codec/decode", foreign);
      expect(refused, 400, "bad-request");
      assertThat(refused.detail()).contains("0123", "muster.temporal.codec-key-file");
    }
  }

  @Test
  void onlyThePagesOfTheWebUiMayAskFromABrowserAndOnlyForThis() throws IOException {
    try (RunningApi api = RunningApi.with(settings())) {
      Http http = api.http();
      HttpRequest.Builder preflight =
          http.request("/v1/codec/decode")
              .header("Origin", UI)
              .header("Access-Control-Request-Method", "POST")
              .method("OPTIONS", HttpRequest.BodyPublishers.noBody());
      assertThat(http.send(preflight).whole().headers().firstValue("Access-Control-Allow-Origin"))
          .contains(UI);

      Http.Answer asked = fromPage(http, UI, "/v1/codec/decode");
      assertThat(asked.status()).as(asked.text()).isEqualTo(200);
      assertThat(asked.whole().headers().firstValue("Access-Control-Allow-Origin")).contains(UI);

      expect(fromPage(http, "http://evil.example", "/v1/codec/decode"), 403, "forbidden");
      expect(fromPage(http, UI, "/v1/clusters"), 403, "forbidden");
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder()
        .encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
