package dev.muster.agent.probe;

import dev.muster.agent.json.BadField;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.DurationText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Up when a GET is answered with the expected status and text. Redirects are answers, not followed.
 *
 * @param status the expected one; empty for any from 200 to 299
 * @param contains what the body must contain, if anything
 */
public record HttpProbe(
    URI url, Optional<Integer> status, Optional<String> contains, Map<String, String> headers)
    implements Probe {

  private static final int BODY_LIMIT = 64 * 1024;
  private static final int SHOWN_LIMIT = 4 * 1024;

  /** Any status from 200 to 299, whatever the body. */
  public static HttpProbe of(String where, String url) {
    return new HttpProbe(parse(where, url), Optional.empty(), Optional.empty(), Map.of());
  }

  /**
   * Reads an address.
   *
   * @throws BadField if it is none of http or https
   */
  public static URI parse(String where, String text) {
    try {
      URI url = new URI(text);
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (http && url.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException bad) {
      // the same message serves
    }
    throw new BadField(
        "%s: '%s' (expected: an address such as http://127.0.0.1:8080/health)"
            .formatted(where, text));
  }

  /** Gives up at the limit even if the answer dribbles in: each byte of it waits anew otherwise. */
  @Override
  public ProbeReading look(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
      connection.setInstanceFollowRedirects(false);
      connection.setUseCaches(false);
      connection.setConnectTimeout((int) limit.toMillis());
      connection.setReadTimeout((int) limit.toMillis());
      connection.setRequestProperty("Connection", "close");
      headers.forEach(connection::setRequestProperty);
      Thread closer = closeAt(connection, limit);
      try {
        return judge(connection.getResponseCode(), body(connection, end));
      } finally {
        closer.interrupt();
        connection.disconnect();
      }
    } catch (IOException failed) {
      ProbeReading.Health health =
          Failures.nothingThere(failed) ? ProbeReading.Health.DOWN : ProbeReading.Health.UNWELL;
      String why =
          System.nanoTime() - end >= 0
              ? "no whole answer within " + DurationText.print(limit)
              : Failures.shown(failed);
      return new ProbeReading(health, why, WireFormat.JSON.createObjectNode());
    }
  }

  @Override
  public String target() {
    return url.toString();
  }

  private ProbeReading judge(int code, String body) {
    ObjectNode outputs = WireFormat.JSON.createObjectNode().put("status", code);
    outputs.put("body", body.length() > SHOWN_LIMIT ? body.substring(0, SHOWN_LIMIT) : body);
    if (body.startsWith("{")) {
      try {
        outputs.set("json", WireFormat.JSON.readTree(body));
      } catch (JacksonException noJson) {
        // then there is the body only
      }
    }
    boolean expected = status.map(wanted -> wanted == code).orElse(code >= 200 && code < 300);
    if (!expected) {
      return new ProbeReading(ProbeReading.Health.UNWELL, "HTTP " + code, outputs);
    }
    boolean found = contains.isEmpty() || body.contains(contains.get());
    return found
        ? new ProbeReading(ProbeReading.Health.UP, "HTTP " + code, outputs)
        : new ProbeReading(
            ProbeReading.Health.UNWELL,
            "HTTP %d without '%s' in the body".formatted(code, contains.get()),
            outputs);
  }

  private static Thread closeAt(HttpURLConnection connection, Duration limit) {
    return Thread.ofVirtual()
        .start(() -> {
          try {
            Thread.sleep(limit);
            connection.disconnect();
          } catch (InterruptedException answered) {
            // in time
          }
        });
  }

  private static String body(HttpURLConnection connection, long end) throws IOException {
    InputStream stream =
        connection.getResponseCode() >= 400
            ? connection.getErrorStream()
            : connection.getInputStream();
    if (stream == null) {
      return "";
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] bytes = new byte[8192];
    try (stream) {
      int read = stream.read(bytes);
      while (read >= 0 && body.size() < BODY_LIMIT) {
        if (System.nanoTime() - end >= 0) {
          throw new IOException("the answer dribbles in");
        }
        body.write(bytes, 0, read);
        read = stream.read(bytes);
      }
    }
    return body.toString(StandardCharsets.UTF_8);
  }
}
