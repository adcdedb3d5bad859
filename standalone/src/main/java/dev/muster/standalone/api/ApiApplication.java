package dev.muster.standalone.api;

import dev.muster.api.ApiConfiguration;
import dev.muster.connections.settings.Launch;
import dev.muster.connections.settings.Usage;
import dev.muster.kubernetes.KubernetesConfiguration;
import dev.muster.senlin.SenlinConfiguration;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Import;

/**
 * The API as a process of its own, with the façades that speak OpenStack Senlin's API and
 * Kubernetes'.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@Import({ApiConfiguration.class, SenlinConfiguration.class, KubernetesConfiguration.class})
public class ApiApplication {

  /** Starts it; settings are documented in {@code muster-api.properties}. */
  public static void main(String[] args) {
    Launch.run(
        ApiApplication.class,
        new Usage(
            "muster api",
            "Serves the REST API; on http://127.0.0.1:8420 unless told otherwise.",
            "/muster-api.properties"),
        Map.of(),
        args);
  }
}
