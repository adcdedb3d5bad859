package dev.muster.worker.discovery;

import dev.muster.activities.secret.Secrets;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.discovery.SourceReader;
import dev.muster.worker.servers.ServerAnswer;
import dev.muster.worker.servers.ServerClient;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Servers that name nodes as Prometheus' {@code http_sd} has it: a GET, answered with 200 and JSON.
 */
final class SourceServers implements AutoCloseable {

  private static final Pattern JSON =
      Pattern.compile("application/json(\\s*;\\s*charset=\"?utf-8\"?)?", Pattern.CASE_INSENSITIVE);

  private final ServerClient client;

  /**
   * @throws SettingProblem if a server's authorities cannot be read, or its secret is not known
   */
  SourceServers(DiscoverySettings settings, Secrets secrets) {
    this.client =
        new ServerClient(
            "muster.discovery.servers",
            settings.servers(),
            new ServerClient.Limits(settings.deadline(), SourceReader.MOST_MEBIBYTES),
            secrets);
  }

  /**
   * Asks a server.
   *
   * @param interval between two such requests, which the server is told
   */
  SourceText read(String location, Duration interval) throws InterruptedException {
    ServerAnswer answer =
        client.get(
            location,
            Map.of(
                "Accept",
                "application/json",
                "X-Prometheus-Refresh-Interval-Seconds",
                seconds(interval)));
    return switch (answer) {
      case ServerAnswer.Away(String why) -> new SourceText.Away(why);
      case ServerAnswer.Body(String type, String text) ->
          JSON.matcher(type).matches()
              ? new SourceText.Text(text)
              : new SourceText.Away(
                  "%s did not answer with Content-Type: application/json".formatted(location));
    };
  }

  /** As Prometheus writes it: a number of seconds. */
  private static String seconds(Duration interval) {
    return Long.toString(Math.max(1, interval.toSeconds()));
  }

  @Override
  public void close() {
    client.close();
  }
}
