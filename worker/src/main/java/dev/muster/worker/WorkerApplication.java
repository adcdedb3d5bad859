package dev.muster.worker;

import dev.muster.connections.settings.Launch;
import dev.muster.connections.settings.Usage;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * The worker as a process of its own: it listens for health checks and metrics only, on loopback
 * unless it is told otherwise.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(WorkerConfiguration.class)
public class WorkerApplication {

  /**
   * It has no documents to show; and without the engine a worker does nothing, so that, unlike the
   * API, it is not ready then.
   */
  private static final Map<String, Object> DEFAULTS =
      Map.ofEntries(
          Map.entry("server.address", "127.0.0.1"),
          Map.entry("server.port", "8421"),
          Map.entry("springdoc.api-docs.enabled", "false"),
          Map.entry("springdoc.swagger-ui.enabled", "false"),
          Map.entry("management.endpoint.health.show-components", "always"),
          Map.entry("management.endpoint.health.show-details", "always"),
          Map.entry(
              "management.endpoint.health.group.readiness.include",
              "readinessState,db,engine,loops"),
          Map.entry(
              "management.endpoint.health.status.order",
              "DOWN,OUT_OF_SERVICE,ENGINE_AWAY,DEGRADED,UP,UNKNOWN"),
          Map.entry("management.endpoint.health.status.http-mapping.DOWN", "503"),
          Map.entry("management.endpoint.health.status.http-mapping.OUT_OF_SERVICE", "503"),
          Map.entry("management.endpoint.health.status.http-mapping.ENGINE_AWAY", "503"));

  /** Starts it; settings are documented in {@code muster-worker.properties}. */
  public static void main(String[] args) {
    Launch.run(
        WorkerApplication.class,
        new Usage(
            "muster worker",
            "Moves runs on a Temporal service; start as many of these as you like.",
            "/muster-worker.properties"),
        DEFAULTS,
        args);
  }
}
