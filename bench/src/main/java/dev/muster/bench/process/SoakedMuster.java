package dev.muster.bench.process;

import dev.muster.standalone.Ports;
import dev.muster.standalone.StandaloneMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.springframework.util.FileSystemUtils;

/** {@code muster up} with the embedded engine, and what it holds in memory. */
public final class SoakedMuster implements AutoCloseable {

  private static final Pattern USED =
      Pattern.compile("(?i)(?:def ?new|tenured|garbage-first)[^\\n]*? used (\\d+)K");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  private final Path data;
  private final int port;
  private final int temporalPort;
  private final Process process;
  private final HttpClient client = HttpClient.newHttpClient();

  private SoakedMuster(Path data, int port, int temporalPort, Process process) {
    this.data = data;
    this.port = port;
    this.temporalPort = temporalPort;
    this.process = process;
  }

  /** Starts it, and returns when its API answers. */
  public static SoakedMuster start() {
    try {
      Path data = Files.createTempDirectory("muster-soak");
      int port = Ports.free();
      int temporalPort = Ports.free();
      List<String> arguments =
          List.of(
              "up",
              "--data",
              data.toString(),
              "--port",
              String.valueOf(port),
              "--temporal-port",
              String.valueOf(temporalPort));
      Process process = Java.start("MUSTER_SERVER_JVM", StandaloneMain.class, arguments);
      Java.firstLine(process);
      return new SoakedMuster(data, port, temporalPort, process);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public String apiUrl() {
    return "http://127.0.0.1:" + port;
  }

  public String temporalAddress() {
    return "127.0.0.1:" + temporalPort;
  }

  /** Sum of a metric over all its tags; 0 if it has never been counted. */
  public double metric(String name) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(apiUrl() + "/actuator/prometheus")).build();
    try {
      return client
          .send(request, HttpResponse.BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  /** Megabytes of heap in use after a full collection. */
  public double heapAfterGcMegabytes() {
    jcmd("GC.run");
    long kilobytes =
        USED.matcher(jcmd("GC.heap_info"))
            .results()
            .mapToLong(result -> Long.parseLong(result.group(1)))
            .sum();
    return kilobytes / 1024.0;
  }

  /** Megabytes that the process occupies. */
  public double residentMegabytes() {
    try {
      String status = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "status"));
      return RESIDENT
              .matcher(status)
              .results()
              .map(MatchResult::group)
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .sum()
          / 1024.0;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private String jcmd(String command) {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Process asked =
          new ProcessBuilder(tool.toString(), String.valueOf(process.pid()), command)
              .redirectErrorStream(true)
              .start();
      return new String(
          asked.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    client.close();
    process.destroy();
    try {
      process.waitFor();
      FileSystemUtils.deleteRecursively(data);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
