package dev.muster.standalone.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.agent.sample.K0sStandin;
import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Where the nodes of the demo get their files from, over HTTP: one for each platform. */
final class K0sDownloads implements AutoCloseable {

  private static final List<String> PLATFORMS = List.of("linux-amd64", "linux-arm64");
  private static final int BUNDLE_BYTES = 4 * 1024 * 1024;

  private final String version;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, byte[]> files = new TreeMap<>();

  private K0sDownloads(String version, HttpServer server) {
    this.version = version;
    this.server = server;
  }

  /**
   * Serves a version of the stand-in for k0s, and a bundle of images that nobody can run.
   *
   * @throws StartProblem if no port of loopback is to be had
   */
  static K0sDownloads of(String version) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      K0sDownloads downloads = new K0sDownloads(version, server);
      for (String platform : PLATFORMS) {
        downloads.files.put(
            downloads.binary(platform),
            (K0sStandin.script(version) + "# for " + platform + "\n")
                .getBytes(StandardCharsets.UTF_8));
        byte[] bundle = new byte[BUNDLE_BYTES];
        new Random(platform.hashCode()).nextBytes(bundle);
        downloads.files.put(downloads.bundle(platform), bundle);
      }
      server.setExecutor(downloads.threads);
      server.createContext("/", downloads::answer);
      server.start();
      return downloads;
    } catch (IOException failed) {
      throw new StartProblem("the download server did not start: " + failed.getMessage(), failed);
    }
  }

  /** The plan's {@code platforms} of the program itself, as YAML of one line. */
  String programs() {
    return platforms(PLATFORMS.stream().map(this::binary).toList());
  }

  /** The plan's {@code platforms} of the bundles, as YAML of one line. */
  String bundles() {
    return platforms(PLATFORMS.stream().map(this::bundle).toList());
  }

  private String platforms(List<String> names) {
    StringBuilder all = new StringBuilder("{");
    for (int i = 0; i < PLATFORMS.size(); i++) {
      all.append(i == 0 ? "" : ", ")
          .append(
              "%s: {url: '%s', sha256: %s}"
                  .formatted(
                      PLATFORMS.get(i),
                      "http://127.0.0.1:%d/%s"
                          .formatted(server.getAddress().getPort(), names.get(i)),
                      sha256(Optional.ofNullable(files.get(names.get(i))).orElseThrow())));
    }
    return all.append('}').toString();
  }

  private String binary(String platform) {
    return "k0s-%s-%s".formatted(version, platform.substring("linux-".length()));
  }

  private String bundle(String platform) {
    return "k0s-airgap-bundle-%s-%s".formatted(version, platform.substring("linux-".length()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Optional<byte[]> file =
          Optional.ofNullable(files.get(exchange.getRequestURI().getPath().substring(1)));
      exchange.sendResponseHeaders(
          file.isPresent() ? 200 : 404, file.isPresent() ? file.get().length : -1);
      if (file.isPresent()) {
        try (OutputStream body = exchange.getResponseBody()) {
          body.write(file.get());
        }
      }
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
    server.stop(0);
    threads.shutdownNow();
  }
}
