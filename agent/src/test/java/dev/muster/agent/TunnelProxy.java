package dev.muster.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that tunnels for whoever says who he is, by the name and the password of anybody. */
final class TunnelProxy implements AutoCloseable {

  private static final String PASS = "Proxy-Authorization: Basic ";

  private final ServerSocket socket;
  private final List<String> logins = new CopyOnWriteArrayList<>();

  private TunnelProxy(ServerSocket socket) {
    this.socket = socket;
  }

  static TunnelProxy start() throws IOException {
    TunnelProxy proxy = new TunnelProxy(new ServerSocket(0, 9, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().start(proxy::accept);
    return proxy;
  }

  int port() {
    return socket.getLocalPort();
  }

  /** What it was told, in Base64. */
  List<String> logins() {
    return logins;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  private void serve(Socket client) {
    try (client) {
      // What follows the request comes only after its answer, so nothing of it is read here.
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
      while (true) {
        List<String> head = head(lines);
        if (head.isEmpty()) {
          return;
        }
        String[] request = head.getFirst().split(" ", -1);
        String login = "";
        for (String line : head) {
          login =
              line.regionMatches(true, 0, PASS, 0, PASS.length())
                  ? line.substring(PASS.length())
                  : login;
        }
        if (login.isEmpty()) {
          answer(
              client, "407 Who?\r\nProxy-Authenticate: Basic realm=\"test\"\r\nContent-Length: 0");
          continue;
        }
        logins.add(login);
        String[] target = request[1].split(":", 2);
        try (Socket server = new Socket(target[0], Integer.parseInt(target[1]))) {
          answer(client, "200 There");
          Thread back = Thread.ofVirtual().start(() -> pump(server, client));
          pump(client, server);
          back.join();
        }
        return;
      }
    } catch (IOException gone) {
      // the agent has what it wanted
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> head(BufferedReader lines) throws IOException {
    List<String> head = new ArrayList<>();
    for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
      head.add(line);
    }
    return head;
  }

  private static void answer(Socket client, String text) throws IOException {
    OutputStream out = client.getOutputStream();
    out.write(("HTTP/1.1 " + text + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static void pump(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException gone) {
      // either side has enough
    }
  }
}
