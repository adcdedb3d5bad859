package dev.muster.api;

import dev.muster.connections.settings.Launch;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Import;

/** The API as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@Import(ApiConfiguration.class)
public class ApiApplication {

  /** Starts it; settings are documented in {@code muster-api.properties}. */
  public static void main(String[] args) {
    Launch.run(ApiApplication.class, Map.of(), args);
  }
}
