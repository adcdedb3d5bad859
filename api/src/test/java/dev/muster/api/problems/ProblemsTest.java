package dev.muster.api.problems;

import static dev.muster.api.fixture.Expect.expect;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProblemsTest {

  private static final int MB = 1024 * 1024;

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @ParameterizedTest
  @CsvSource({"/v1/nothing", "/", "/nothing/at/all", "/v1/clusters/a/b/c", "/error"})
  void anAddressWithNothingBehindIt(String path) {
    Http.Answer answer = http.get(path);

    expect(answer, 404, "not-found");
    assertThat(answer.detail()).contains(path);
  }

  @Test
  void aMethodThatIsNotTaken() {
    Http.Answer answer = http.delete("/v1/clusters");

    expect(answer, 405, "method-not-allowed");
    assertThat(answer.whole().headers().firstValue("Allow").orElse("")).contains("GET", "POST");
  }

  @Test
  void aMediaTypeThatIsNotTaken() {
    Http.Answer answer =
        http.send(
            http.request("/v1/clusters")
                .header("Content-Type", "text/plain")
                .POST(Http.text("name: a")));

    expect(answer, 415, "unsupported-media-type");
    assertThat(answer.detail()).contains("text/plain", "application/json");
    Http.Answer none = http.send(http.request("/v1/playbooks").POST(Http.text("a: 1")));
    expect(none, 415, "unsupported-media-type");
    assertThat(none.detail()).contains("application/yaml");
  }

  @Test
  void anAnswerThatTheCallerDoesNotAccept() {
    expect(
        http.send(http.request("/v1/clusters").header("Accept", "image/png").GET()),
        406,
        "not-acceptable");
    Http.Answer unreadable = http.send(http.request("/v1/clusters").header("Accept", "///").GET());
    expect(unreadable, 406, "not-acceptable");
    assertThat(unreadable.detail())
        .isEqualTo(
            "Accept: not a list of media types (expected: such as application/json, or */*)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"name":             | not JSON, line 1
          {"name":"a"} x       | not JSON
          {"name":"a","name":"b"} | Duplicate
          [1]                  | an object
          "text"               | expected
          null                 | body: null
          {}                   | /name: missing
          {"name":null}        | /name: missing
          {"name":5}           | /name
          {"name":{"a":1}}     | /name
          {"name":"a","x":1}   | /x: unknown field
          """)
  void bodiesThatCannotBeUnderstood(String body, String why) {
    Http.Answer answer = http.post("/v1/clusters", body);

    expect(answer, 400, "bad-request");
    assertThat(answer.detail()).contains(why).doesNotContain("dev.muster", "java.", "tools.");
  }

  @Test
  void aMissingBody() {
    Http.Answer answer =
        http.send(
            http.request("/v1/clusters")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.noBody()));

    expect(answer, 400, "bad-request");
    assertThat(answer.detail()).contains("the body is missing");
  }

  @Test
  void aBodyNestedTooDeeplyIsRefused() {
    Http.Answer answer = http.post("/v1/clusters", "[".repeat(100_000));

    expect(answer, 400, "bad-request");
  }

  @Test
  void aBodyOverTheLimitWithItsLengthDeclared() {
    Http.Answer answer = http.post("/v1/clusters", "{\"name\":\"" + "a".repeat(2 * MB) + "\"}");

    expect(answer, 413, "too-large");
    assertThat(answer.detail()).contains("1048576");
  }

  @Test
  void aBodyOverTheLimitInChunks() {
    byte[] body = ("{\"name\":\"" + "a".repeat(2 * MB) + "\"}").getBytes(StandardCharsets.UTF_8);

    Http.Answer answer =
        http.send(
            http.request("/v1/clusters")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));

    expect(answer, 413, "too-large");
  }

  @ParameterizedTest
  @CsvSource({"application/json,/v1/clusters", "application/yaml,/v1/playbooks"})
  void aHundredMegabytesAreRefusedAndNeverHeld(String type, String path) {
    Runtime runtime = Runtime.getRuntime();
    long before = runtime.totalMemory() - runtime.freeMemory();

    Http.Answer declared =
        http.send(
            http.request(path)
                .header("Content-Type", type)
                .POST(
                    BodyPublishers.fromPublisher(
                        BodyPublishers.ofInputStream(() -> new Endless(100L * MB)), 100L * MB)));
    Http.Answer chunked =
        http.send(
            http.request(path)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofInputStream(() -> new Endless(100L * MB))));

    expect(declared, 413, "too-large");
    expect(chunked, 413, "too-large");
    assertThat(runtime.totalMemory() - runtime.freeMemory() - before).isLessThan(90L * MB);
  }

  @Test
  void aQueryParameterThatIsNotTaken() {
    Http.Answer answer = http.get("/v1/clusters?limmit=5");

    expect(answer, 400, "bad-request");
    assertThat(answer.detail()).contains("limmit", "limit, marker");
  }

  @Test
  void aTextThatCannotBeStored() {
    expect(http.get("/v1/playbooks/a%01b"), 404, "not-found");
    expect(http.get("/v1/runs?playbook=%00"), 400, "bad-request");
    expect(http.post("/v1/clusters", "{\"name\":\"a\\u0000\"}"), 400, "bad-request");
  }

  @Test
  void aUserWhoseNameIsNone() {
    expect(http.postAs("x".repeat(200), "/v1/clusters", "{\"name\":\"a\"}"), 400, "bad-request");
  }

  @Test
  void anAddressThatIsNoUriIsAProblemToo() throws IOException {
    String answer = raw("GET /v1/clusters/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
    assertThat(answer).contains("urn:muster:problem:bad-request").doesNotContain("Tomcat", "<html");
  }

  @Test
  void aQueryThatCannotBeDecoded() throws IOException {
    String answer =
        raw("GET /v1/clusters?marker=%%% HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 400").contains("the query cannot be decoded");
  }

  @Test
  void aPageOfAnotherSiteIsKnownByItsOriginWhereBrowsersSayNoMore() throws IOException {
    String command =
        """
        POST /v1/clusters/none/nudge HTTP/1.1\r
        Host: localhost:8420\r
        Origin: http://%s\r
        Content-Length: 0\r
        Connection: close\r
        \r
        """;

    assertThat(raw(command.formatted("evil.example"))).startsWith("HTTP/1.1 403");
    assertThat(raw(command.formatted("localhost:8420"))).startsWith("HTTP/1.1 404");
  }

  @Test
  void aPageOfAnotherSiteMayNotSendCommands() {
    Http.Answer foreign =
        http.send(
            http.request("/v1/clusters")
                .header("Sec-Fetch-Site", "cross-site")
                .header("Content-Type", "application/json")
                .POST(Http.text("{\"name\":\"a\"}")));

    expect(foreign, 403, "forbidden");
    assertThat(
            http.send(http.request("/v1/clusters").header("Sec-Fetch-Site", "cross-site").GET())
                .status())
        .isEqualTo(200);
  }

  @Test
  void everyTypeIsDocumented() throws IOException {
    String documented =
        java.nio.file.Files.readString(java.nio.file.Path.of("..", "docs", "api.md"));

    for (ProblemType type : ProblemType.values()) {
      String name = type.urn().replace("urn:muster:problem:", "");
      assertThat(documented).contains("| `%s` | %d |".formatted(name, type.status().value()));
    }
  }

  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .lines()
          .collect(Collectors.joining("\n"));
    }
  }

  /** So many bytes, none of which is kept. */
  private static final class Endless extends InputStream {
    private long left;

    Endless(long size) {
      this.left = size;
    }

    @Override
    public int read() {
      return left-- > 0 ? ' ' : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int count = (int) Math.min(left, length);
      Arrays.fill(bytes, offset, offset + count, (byte) ' ');
      left -= count;
      return count;
    }
  }
}
