package dev.muster.worker.autopilot;

import dev.muster.records.Records;
import dev.muster.worker.secret.KnownSecrets;
import dev.muster.workflows.client.EngineClient;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a worker has for plans of k0s Autopilot. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(UpdateSettings.class)
public class PlanLoopConfiguration {

  @Bean(destroyMethod = "close")
  UpdateServers updateServers(UpdateSettings settings, KnownSecrets secrets) {
    return new UpdateServers(settings, secrets.secrets());
  }

  @Bean
  PlanLoop planLoop(
      Records records,
      EngineClient engine,
      UpdateServers servers,
      UpdateSettings settings,
      Clock clock) {
    return new PlanLoop(records, PlanRuns.of(records, engine), servers, settings, clock);
  }
}
