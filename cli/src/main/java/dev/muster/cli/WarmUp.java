package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.command.Surroundings;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executors;

/**
 * Goes once through the ways of the common commands, against a server of its own in this process,
 * and shows nothing. The launcher trains the ahead-of-time cache with it, which halves the start of
 * every command after.
 */
final class WarmUp {
  private static final String[] LINES = {
    "run list",
    "run list -o json",
    "run show 3f2a",
    "run follow 3f2a",
    "run start roll --cluster demo --param n=1",
    "run pause 3f2a",
    "cluster list",
    "node list demo",
    "action show 3f2a",
    "playbook list",
    "info",
    "run start --help"
  };

  private static final String RUN =
      """
      {"id":"3f2a91c4-0000-4000-8000-000000000001","cluster":"demo","playbook":"roll","state":"Completed",
       "summary":"roll","createdAt":"2026-01-01T00:00:00Z","finishedAt":"2026-01-01T00:00:01Z",
       "stages":[{"index":0,"name":"all","state":"Completed","openedAt":"2026-01-01T00:00:00Z","steps":["a"],
        "counts":{"succeeded":1},"nodes":[{"node":"n","state":"SUCCEEDED","steps":[{"step":"a","state":"DONE"}]}]}]}
      """
          .replace("\n", "");

  private WarmUp() {}

  static int run() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", WarmUp::answer);
      server.start();
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      for (String line : LINES) {
        MusterCli.run(line.split(" ", -1), surroundings(address));
      }
      server.stop(0);
      return ExitCode.OK.number();
    } catch (IOException e) {
      return ExitCode.INTERNAL.number();
    }
  }

  private static Surroundings surroundings(String server) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    return new Surroundings(
        InputStream.nullInputStream(),
        nowhere,
        nowhere,
        Map.of("MUSTER_SERVER", server),
        () -> Terminal.screen(100, 30, Style.COLOUR),
        InstantSource.system());
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      boolean events = path.endsWith("/events");
      String one =
          events ? "event: run\ndata: " + RUN + "\n\nevent: end\ndata: " + RUN + "\n\n" : RUN;
      boolean list = path.matches("/v1/[a-z]+|/v1/clusters/demo/nodes");
      byte[] body = (list ? "{\"items\":[" + RUN + "]}" : one).getBytes(UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
