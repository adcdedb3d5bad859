package dev.muster.worker.autopilot;

import dev.muster.activities.secret.Secrets;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.autopilot.ChannelAddress;
import dev.muster.domain.autopilot.ChannelIndex;
import dev.muster.domain.autopilot.UpdateConfig;
import dev.muster.domain.autopilot.UpdateFacts;
import dev.muster.worker.servers.ServerAnswer;
import dev.muster.worker.servers.ServerClient;
import java.util.Map;

/**
 * Update servers of k0s. Periodic configurations read {@code <channel>/index.yaml}, and tell facts
 * of the cluster by headers; cron ones ask {@code <channel>} and tell them by the query.
 */
public final class UpdateServers implements AutoCloseable {

  private final ServerClient client;

  /**
   * @param secrets some of which are tokens of servers
   * @throws SettingProblem if a server's authorities cannot be read, or its secret is not known
   */
  public UpdateServers(UpdateSettings settings, Secrets secrets) {
    this.client =
        new ServerClient(
            "muster.autopilot.servers",
            settings.servers(),
            new ServerClient.Limits(settings.deadline(), ChannelIndex.MOST_MEBIBYTES),
            secrets);
  }

  /** What the channel of a configuration offers; never throws for what a server does. */
  ChannelIndex look(UpdateConfig config, UpdateFacts facts) throws InterruptedException {
    String location =
        switch (config.strategy()) {
          case UpdateConfig.Strategy.Periodic periodic ->
              ChannelAddress.index(config.server(), config.channel());
          case UpdateConfig.Strategy.Scheduled cron ->
              ChannelAddress.update(config.server(), config.channel(), facts.query());
        };
    Map<String, String> headers =
        switch (config.strategy()) {
          case UpdateConfig.Strategy.Periodic periodic -> facts.headers();
          case UpdateConfig.Strategy.Scheduled cron -> Map.of();
        };
    return switch (client.get(location, headers)) {
      case ServerAnswer.Away(String why) -> new ChannelIndex.Unusable(why);
      case ServerAnswer.Body(String type, String text) ->
          switch (ChannelIndex.read(text)) {
            case ChannelIndex.Offer offer -> offer;
            case ChannelIndex.Unusable(String why) ->
                new ChannelIndex.Unusable("what %s says is no index: %s".formatted(location, why));
          };
    };
  }

  @Override
  public void close() {
    client.close();
  }
}
