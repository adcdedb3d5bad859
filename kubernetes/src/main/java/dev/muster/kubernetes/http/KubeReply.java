package dev.muster.kubernetes.http;

import dev.muster.domain.protocol.WireFormat;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;

/** Writes answers: clients name types that nobody but Kubernetes knows, and take JSON for them. */
public final class KubeReply {

  private KubeReply() {}

  public static void ok(HttpServletResponse response, JsonNode json) throws IOException {
    send(response, 200, json);
  }

  public static void send(HttpServletResponse response, int status, JsonNode json)
      throws IOException {
    sendAs(
        response,
        status,
        MediaType.APPLICATION_JSON_VALUE,
        WireFormat.JSON.writeValueAsBytes(json));
  }

  /** A text, such as that there is nothing at an address. */
  public static void text(HttpServletResponse response, int status, String text)
      throws IOException {
    sendAs(response, status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /** Of a type of the caller's choice. */
  public static void sendAs(HttpServletResponse response, int status, String type, byte[] body)
      throws IOException {
    response.setStatus(status);
    response.setContentType(type);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
