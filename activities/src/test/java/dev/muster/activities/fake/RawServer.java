package dev.muster.activities.fake;

import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.NodeId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A peer that answers whatever a test wants, byte by byte if need be. */
public final class RawServer implements AutoCloseable {

  /** Answers one connection, after the head of the first request was read. */
  public interface Behaviour {
    void answer(OutputStream out) throws IOException, InterruptedException;
  }

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger ended = new AtomicInteger();

  private RawServer(ServerSocket server) {
    this.server = server;
  }

  public static RawServer start(Behaviour behaviour) {
    try {
      RawServer raw = new RawServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
      Thread.startVirtualThread(() -> raw.accept(behaviour));
      return raw;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Answers every request with this text and closes. */
  public static RawServer saying(String answer) {
    return start(out -> out.write(answer.getBytes(StandardCharsets.UTF_8)));
  }

  /** Answers with this JSON. */
  public static RawServer sayingJson(String json) {
    return saying(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(json.getBytes(StandardCharsets.UTF_8).length, json));
  }

  public AgentEndpoint agent(String node) {
    return new AgentEndpoint(
        new NodeId(node),
        "http://127.0.0.1:" + server.getLocalPort(),
        AgentProtocol.MUSTER_AGENT_V1.id());
  }

  /** Connections that are over, because we or the peer closed them. */
  public int ended() {
    return ended.get();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(Behaviour behaviour) {
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        Thread.startVirtualThread(() -> serve(socket, behaviour));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket socket, Behaviour behaviour) {
    try (socket) {
      BufferedReader head =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String line = head.readLine();
      while (line != null && !line.isEmpty()) {
        line = head.readLine();
      }
      behaviour.answer(socket.getOutputStream());
      socket.getOutputStream().flush();
    } catch (IOException | InterruptedException e) {
      // the other side gave up
    } finally {
      ended.incrementAndGet();
      open.remove(socket);
    }
  }
}
