package dev.muster.standalone.acceptance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.agent.sample.K0sStandin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server with every version of the stand-in for k0s, and a bundle of images for each. */
final class K0sFiles implements AutoCloseable {

  private static final String BUNDLE = "k0s-airgap-bundle-";
  private static final String PROGRAM = "k0s-";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();

  private K0sFiles(HttpServer server) {
    this.server = server;
  }

  static K0sFiles start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    K0sFiles files = new K0sFiles(server);
    server.setExecutor(files.threads);
    server.createContext("/", files::answer);
    server.start();
    return files;
  }

  /** What a plan has as {@code platforms} of the program. */
  String programs(String version) {
    return platforms(program(version));
  }

  /** The right address, and the hash of something else. */
  String programsWithAWrongHash(String version) {
    return platforms(program(version)).replaceAll("sha256: [0-9a-f]{8}", "sha256: 00000000");
  }

  /** What a plan has as {@code platforms} of the images. */
  String bundles(String version) {
    return platforms(bundle(version));
  }

  static String program(String version) {
    return PROGRAM + version;
  }

  static String bundle(String version) {
    return BUNDLE + version;
  }

  /** From now on whoever asks for the program of this version waits. */
  void hold(String version) {
    held.put(program(version), new CountDownLatch(1));
  }

  void release(String version) {
    CountDownLatch latch = held.remove(program(version));
    if (latch != null) {
      latch.countDown();
    }
  }

  /** How often a file was asked for. */
  int asked(String file) {
    return asked.getOrDefault(file, 0);
  }

  static byte[] bytes(String file) {
    String text =
        file.startsWith(BUNDLE)
            ? "images of " + file
            : K0sStandin.script(file.substring(PROGRAM.length()));
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String platforms(String file) {
    String image =
        "{url: 'http://127.0.0.1:%d/%s', sha256: %s}"
            .formatted(server.getAddress().getPort(), file, sha256(bytes(file)));
    return String.join(
        ", ",
        List.of("linux-amd64", "linux-arm64").stream().map(name -> name + ": " + image).toList());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String file = exchange.getRequestURI().getPath().substring(1);
      asked.merge(file, 1, Integer::sum);
      CountDownLatch latch = held.get(file);
      if (latch != null) {
        latch.await();
      }
      byte[] body = bytes(file);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("This Java has no SHA-256", impossible);
    }
  }

  @Override
  public void close() {
    held.values().forEach(CountDownLatch::countDown);
    server.stop(0);
    threads.shutdownNow();
  }
}
