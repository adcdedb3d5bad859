package dev.muster.cli;

import com.sun.net.httpserver.HttpExchange;
import dev.muster.cli.follow.Runs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Event streams of a run, as the API gives them. */
public final class Events {
  public static final String PATH = "GET /v1/runs/" + Runs.ID + "/events";

  private final StringBuilder text = new StringBuilder(": hello\n\n");

  /** A stream that begins. */
  public static Events first() {
    return new Events();
  }

  public Events run(Runs run) {
    text.append("event: run\ndata: ").append(run.text()).append("\n\n");
    return this;
  }

  public Events end(Runs run) {
    text.append("event: end\ndata: ").append(run.text()).append("\n\n");
    return this;
  }

  public Events heartbeat() {
    text.append(": still here\n\n");
    return this;
  }

  public Events raw(String lines) {
    text.append(lines);
    return this;
  }

  /** Sends all and closes the connection. */
  public void send(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(text.toString().getBytes(StandardCharsets.UTF_8));
    exchange.close();
  }

  /** Sends all and keeps the connection open. */
  public void sendAndStay(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(text.toString().getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
  }
}
