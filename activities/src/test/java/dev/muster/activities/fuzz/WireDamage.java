package dev.muster.activities.fuzz;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What may be wrong with an answer besides its document. */
enum WireDamage {
  NONE,
  BAD_UTF8,
  TRUNCATED,
  CUT,
  MORE_THAN_SAID,
  OTHER_TYPE,
  OTHER_STATUS,
  NO_ANSWER,
  NOT_HTTP,
  ENDLESS_BODY,
  ENDLESS_HEAD,
  LONG_LINE,
  BAD_CHUNK,
  BAD_LENGTH,
  TWO_LENGTHS,
  CONTINUES,
  COMPRESSED,
  /** A byte now and then, until the caller gives up. */
  DRIPS;

  private static final List<String> TYPES =
      List.of("text/html", "", "application/json; charset=utf-16", "application/problem+json", "%");

  private static final List<String> STATUSES =
      List.of(
          "201 Created",
          "204 No Content",
          "206 Partial Content",
          "301 Moved\r\nLocation: http://127.0.0.1:1/",
          "304 Not Modified",
          "400 Bad Request",
          "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"",
          "404 Not Found",
          "409 Conflict",
          "413 Too Large",
          "500 Broken",
          "503 Busy\r\nRetry-After: 99999999",
          "999 Odd",
          "0 Odd",
          "abc");

  private static final List<String> LENGTHS = List.of("-1", "x", "99999999999999999999", "1, 2");

  private static final int ONE_OF_COSTLY = 40;

  /** None in four of five answers, and hardly ever one for which a caller waits to its deadline. */
  static WireDamage any(Random random) {
    if (random.nextInt(5) > 0) {
      return NONE;
    }
    WireDamage any = values()[random.nextInt(values().length)];
    boolean isCostly = any == DRIPS || any == ENDLESS_BODY || any == MORE_THAN_SAID;
    return isCostly && random.nextInt(ONE_OF_COSTLY) > 0 ? NONE : any;
  }

  /**
   * Writes an answer.
   *
   * @return whether the connection may be used again
   */
  boolean write(OutputStream out, String status, byte[] body, Random random)
      throws IOException, InterruptedException {
    return switch (this) {
      case NONE -> whole(out, status, "application/json", body);
      case BAD_UTF8 -> whole(out, status, "application/json", withBadBytes(body, random));
      case TRUNCATED ->
          whole(
              out,
              status,
              "application/json",
              Arrays.copyOf(body, random.nextInt(body.length + 1)));
      case CUT -> said(out, status, body.length + 1 + random.nextInt(1_000_000), body);
      case MORE_THAN_SAID -> {
        said(out, status, random.nextInt(body.length + 1), body);
        yield true;
      }
      case OTHER_TYPE -> whole(out, status, TYPES.get(random.nextInt(TYPES.size())), body);
      case OTHER_STATUS -> {
        whole(out, STATUSES.get(random.nextInt(STATUSES.size())), "application/json", body);
        yield false;
      }
      case NO_ANSWER -> false;
      case NOT_HTTP -> raw(out, "SSH-2.0-OpenSSH_9.6\r\n\u0000\u0001".repeat(3));
      case ENDLESS_BODY, ENDLESS_HEAD, DRIPS -> endless(out);
      case LONG_LINE -> raw(out, "HTTP/1.1 200 " + "O".repeat(40_000) + "\r\n\r\n");
      case BAD_CHUNK ->
          raw(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n");
      case BAD_LENGTH ->
          raw(
              out,
              "HTTP/1.1 200 OK\r\nContent-Length: %s\r\n\r\n{}"
                  .formatted(LENGTHS.get(random.nextInt(LENGTHS.size()))));
      case TWO_LENGTHS ->
          raw(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 7\r\n\r\n{}{}{}{}");
      case CONTINUES -> {
        raw(out, "HTTP/1.1 100 Continue\r\n\r\n".repeat(1 + random.nextInt(50)));
        yield whole(out, status, "application/json", body);
      }
      case COMPRESSED ->
          whole(out, status + "\r\nContent-Encoding: gzip", "application/json", body);
    };
  }

  private boolean endless(OutputStream out) throws IOException, InterruptedException {
    raw(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n");
    byte[] more =
        switch (this) {
          case ENDLESS_HEAD -> "X-More: and more\r\n".getBytes(StandardCharsets.UTF_8);
          case DRIPS -> new byte[] {'\r', '\n', '['};
          default -> "\r\n[[0,0,0,0,0,0]".repeat(4_000).getBytes(StandardCharsets.UTF_8);
        };
    if (this == ENDLESS_BODY) {
      raw(out, "\r\n");
    }
    while (true) {
      out.write(more);
      out.flush();
      if (this == DRIPS) {
        Thread.sleep(50);
      }
    }
  }

  private static boolean whole(OutputStream out, String status, String type, byte[] body)
      throws IOException {
    out.write(
        "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(status, type, body.length)
            .getBytes(StandardCharsets.UTF_8));
    out.write(body);
    out.flush();
    return true;
  }

  private static boolean said(OutputStream out, String status, int length, byte[] body)
      throws IOException {
    raw(
        out,
        "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(status, length));
    out.write(body);
    out.flush();
    return false;
  }

  private static boolean raw(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    return false;
  }

  private static byte[] withBadBytes(byte[] body, Random random) {
    byte[] bad = body.clone();
    for (int i = 0; i < 3 && bad.length > 0; i++) {
      bad[random.nextInt(bad.length)] = (byte) (0x80 + random.nextInt(0x80));
    }
    return bad;
  }
}
