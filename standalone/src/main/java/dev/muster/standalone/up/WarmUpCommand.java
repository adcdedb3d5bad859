package dev.muster.standalone.up;

import dev.muster.standalone.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;

/**
 * Starts everything on a folder of its own, asks the API a few things and stops: what the launcher
 * runs once after a build, so that the JVM can keep the classes that a start needs in a cache.
 */
@Command(name = "warm-up", hidden = true)
public final class WarmUpCommand implements Callable<Integer> {

  private static final List<String> ASKED =
      List.of("/v1/info", "/v1/clusters", "/v1/runs", "/actuator/health/readiness");

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("muster-warm-up");
    try (Standalone standalone =
            Standalone.start(UpOptions.embedded(folder, Ports.free(), Ports.free()));
        HttpClient client = HttpClient.newHttpClient()) {
      for (String path : ASKED) {
        client.send(
            HttpRequest.newBuilder(URI.create(standalone.apiUrl() + path)).build(),
            HttpResponse.BodyHandlers.discarding());
      }
    } finally {
      FileSystemUtils.deleteRecursively(folder);
    }
    return 0;
  }
}
