package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.protocol.Problem;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BadInputTest {

  private TestAgent agent;
  private Caller caller;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    agent = TestAgent.start(folder.resolve("data"), "--allow", "true", "--allow", "/opt/tools/*");
    caller = agent.caller();
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "{", "[", "{}", "[1] 2", "\"\u0000\"", "[{\"kind\": }]", "\uD83D\uDCA9"})
  void aBodyThatIsNoArrayOfActionsIsAProblem(String body) {
    Problem problem = caller.problem(caller.post("/v1/actions", body));
    assertThat(problem.status()).isEqualTo(400);
    assertThat(problem.type()).isEqualTo("urn:muster:problem:bad-request");
    assertThat(problem.detail().orElseThrow()).contains("body");
  }

  @Test
  void anAbyssOfBracketsIsAProblem() {
    assertThat(caller.problem(caller.post("/v1/actions", "[".repeat(500_000))).status())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kind": 5}                                              | kind: 5
          {"args": {}}                                             | kind is missing
          {"kind": "test.ping", "id": "42"}                        | id: '42' (expected: a UUID)
          {"kind": "test.ping", "args": [1]}                       | args: [1] (expected: an object)
          {"kind": "test.ping", "args": {"delay_ms": "x"}}         | args.delay_ms: "x" (expected: a whole number
          {"kind": "test.ping", "args": {"delay": 1}}              | unknown field 'delay'
          {"kind": "test.ping", "metadata": {"a": 1}}              | metadata.a is no text
          {"kind": "test.ping", "createdAt": "yesterday"}          | createdAt: 'yesterday'
          {"kind": "test.ping", "timeoutMs": 0}                    | timeoutMs: 0
          {"kind": "test.ping", "timeoutMs": 1e400}                | timeoutMs
          {"kind": "exec.script", "args": {"script": "true"}}      | scripts are not allowed (--allow-scripts)
          {"kind": "exec.command", "args": {}}                     | args.argv: missing
          {"kind": "exec.command", "args": {"argv": []}}           | args.argv: []
          {"kind": "exec.command", "args": {"argv": ["rm"]}}       | program 'rm' is not allowed on this node (allowed: true, /opt/tools/*
          {"kind": "exec.command", "args": {"argv": ["/opt/tools/../../bin/rm"]}} | is not allowed
          {"kind": "exec.command", "args": {"argv": ["/opt/tools/a/b"]}} | is not allowed
          {"kind": "exec.command", "args": {"argv": ["true"], "user": "root"}} | user 'root' is not allowed
          {"kind": "exec.command", "args": {"argv": ["true"], "dir": "x"}} | expected: an absolute path
          {"kind": "exec.command", "args": {"argv": ["true", "\\u0000"]}} | NUL
          {"kind": "check.http", "args": {"url": "nonsense"}}      | args.url: 'nonsense'
          {"kind": "check.http", "args": {"url": "file:///etc/passwd"}} | args.url
          {"kind": "check.http", "args": {"url": "http://h/", "interval": "0s"}} | args.interval: "0s"
          {"kind": "check.tcp", "args": {"address": "h:99999"}}    | args.address: 'h:99999'
          {"kind": "service.start", "args": {"name": "x"}}         | no service is configured
          """)
  void whatIsWrongWithAnActionIsSaid(String action, String reason) {
    assertThat(caller.refused(action)).contains(reason);
  }

  @Test
  void aToolInAnAllowedFolderMayCome() {
    caller.accepted("{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"/opt/tools/x\"]}}");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, 404, not-found",
    "GET, /v1/nothing, 404, not-found",
    "GET, /v1/actions/, 400, bad-request",
    "GET, /v1/actions/42, 400, bad-request",
    "GET, /v1/actions/%00, 400, bad-request",
    "GET, /v1/actions/00000000-0000-0000-0000-000000000000, 404, unknown-action",
    "GET, /v1/actions/00000000-0000-0000-0000-000000000000/log, 404, unknown-action",
    "GET, /v1/actions?since=-1, 400, bad-request",
    "GET, /v1/actions?since=99999999999999999999999, 400, bad-request",
    "GET, /v1/actions?since=%zz, 400, bad-request",
    "GET, /v1/actions?wait=61, 400, bad-request",
    "GET, /v1/actions?wait=soon, 400, bad-request",
    "DELETE, /v1/actions, 405, method-not-allowed",
    "POST, /v1/info, 405, method-not-allowed"
  })
  void aRequestThatFitsNothingIsAProblem(String method, String path, int status, String type)
      throws Exception {
    String answer =
        raw("%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".formatted(method, path));
    assertThat(answer).startsWith("HTTP/1.1 " + status);
    if (!path.contains("%zz")) {
      assertThat(answer).contains("urn:muster:problem:" + type);
    }
  }

  @Test
  void aSignalThatIsNoneIsAProblem() {
    String path = "/v1/actions/" + UUID.randomUUID() + "/signal";
    assertThat(caller.problem(caller.post(path, "{\"signal\":\"STOP\"}")).detail().orElseThrow())
        .contains("'STOP'")
        .contains("CANCEL");
    assertThat(caller.problem(caller.post(path, "[]")).status()).isEqualTo(400);
    assertThat(caller.problem(caller.post(path, "{\"signal\":\"CANCEL\"}")).status())
        .isEqualTo(404);
  }

  @Test
  void aBodyOf100MegabytesIsRefusedAndTheAgentStaysWell() throws Exception {
    byte[] block = new byte[1024 * 1024];
    HttpResponse<String> answer =
        caller.send(
            HttpRequest.newBuilder(URI.create(caller.base() + "/v1/actions"))
                .POST(
                    HttpRequest.BodyPublishers.fromPublisher(
                        HttpRequest.BodyPublishers.ofByteArrays(Collections.nCopies(100, block)),
                        100L * block.length)));
    Problem problem = caller.problem(answer);
    assertThat(problem.status()).isEqualTo(413);
    assertThat(problem.type()).isEqualTo("urn:muster:problem:too-large");
    assertThat(caller.get("/healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void aBodyOfUnknownLengthIsCutOffToo() throws Exception {
    HttpResponse<String> answer =
        caller.send(
            HttpRequest.newBuilder(URI.create(caller.base() + "/v1/actions"))
                .POST(
                    HttpRequest.BodyPublishers.ofByteArrays(
                        Collections.nCopies(3, new byte[1024 * 1024]))));
    assertThat(caller.problem(answer).status()).isEqualTo(413);
  }

  @Test
  void halfARequestKeepsNobodyElseWaiting() throws Exception {
    try (Socket half = connect()) {
      half.getOutputStream()
          .write(
              "POST /v1/actions HTTP/1.1\r\nContent-Length: 50\r\n\r\n["
                  .getBytes(StandardCharsets.US_ASCII));
      half.getOutputStream().flush();
      assertThat(caller.info().nodeId()).isEqualTo("n1");
    }
  }

  @Test
  void bytesThatAreNoHttpDoNoHarm() throws Exception {
    raw("\u0016\u0003\u0001nonsense\r\n\r\n");
    assertThat(caller.get("/healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void aWebPageMayNotCall() {
    HttpRequest.Builder fromPage =
        HttpRequest.newBuilder(URI.create(caller.base() + "/v1/actions"))
            .header("Origin", "http://evil.example")
            .POST(HttpRequest.BodyPublishers.ofString("[{\"kind\":\"test.ping\"}]"));
    assertThat(caller.problem(caller.send(fromPage)).status()).isEqualTo(403);
    assertThat(caller.snapshot(0).actions()).isEmpty();
  }

  private String raw(String request) throws Exception {
    try (Socket socket = connect()) {
      socket.setSoTimeout(15_000);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Socket connect() throws Exception {
    URI base = URI.create(caller.base());
    return new Socket(base.getHost(), base.getPort());
  }
}
