package dev.muster.activities.fuzz;

import dev.muster.activities.fuzz.Speech.Answer;
import dev.muster.activities.fuzz.Speech.Asked;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An agent that works, and says it as its protocol has it, but for the damage. Its own random
 * numbers decide on that, so that what one agent says depends on its requests alone.
 */
final class FuzzedAgent implements AutoCloseable {

  private final ServerSocket server;
  private final Speech speech;
  private final Random random;
  private final JsonDamage damage;
  private final HeldWork held = new HeldWork();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private boolean isWell;
  private long fuzzed;

  private FuzzedAgent(ServerSocket server, Speech speech, Random random, List<UUID> othersIds) {
    this.server = server;
    this.speech = speech;
    this.random = random;
    this.damage = new JsonDamage(random, othersIds);
  }

  /**
   * Starts one on a free port.
   *
   * @param othersIds ids of actions of other nodes, which may grow
   */
  static FuzzedAgent start(Speech speech, Random random, List<UUID> othersIds) {
    try {
      FuzzedAgent agent =
          new FuzzedAgent(
              new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), speech, random, othersIds);
      Thread.startVirtualThread(agent::accept);
      return agent;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String address() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** How many of its answers were damaged. */
  synchronized long fuzzed() {
    return fuzzed;
  }

  /** From now on it says what is so. */
  synchronized void heal() {
    isWell = true;
  }

  synchronized void work() {
    held.moveOn();
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

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        open.add(socket);
        Thread.startVirtualThread(() -> serve(socket));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String first = line(in);
      while (!first.isEmpty()) {
        int length = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
          if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
            length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
          }
        }
        String[] words = first.split("[ ?]", -1);
        Said said = said(new Asked(words[0], words[1], in.readNBytes(length)));
        if (!said.wire()
            .write(socket.getOutputStream(), said.status(), said.body(), said.random())) {
          return;
        }
        first = line(in);
      }
    } catch (IOException | InterruptedException e) {
      // the caller gave up
    } finally {
      open.remove(socket);
    }
  }

  /** An answer; how it is damaged besides its document is drawn from numbers of its own. */
  // The array is never compared.
  @SuppressWarnings("ArrayRecordComponent")
  private record Said(WireDamage wire, String status, byte[] body, Random random) {}

  private synchronized Said said(Asked asked) {
    Answer answer = speech.answer(asked, held);
    if (isWell) {
      return new Said(WireDamage.NONE, answer.status(), bytes(answer.json()), random);
    }
    fuzzed++;
    WireDamage wire = WireDamage.any(random);
    boolean isWhole = wire != WireDamage.NONE && random.nextBoolean();
    String json = isWhole ? answer.json() : damage.damaged(answer.json());
    return new Said(wire, answer.status(), bytes(json), new Random(random.nextLong()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }
}
