package dev.muster.connections;

import dev.muster.connections.settings.Setting;
import dev.muster.connections.tls.TemporalTls;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Says in {@code spring.temporal.*}, before Temporal's starter reads it, what holds in the end.
 * What the starter has no name for is in {@link TemporalSettings}, and {@link
 * TemporalConfiguration} adds it.
 */
public final class TemporalEnvironment
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    Stream.of("test-server.enabled", "namespaces[0].namespace")
        .flatMap(name -> Setting.in(context.getEnvironment(), "spring.temporal." + name).stream())
        .filter(set -> !set.value().equals("false"))
        .findFirst()
        .ifPresent(set -> {
          throw set.problem(
              "Muster has an engine of its own for trials, and one namespace (expected: not set)");
        });
    TemporalSettings settings = TemporalSettings.of(context.getEnvironment(), System.getenv());
    // What cannot be used is said now, by the name under which it was set.
    settings.tls().ifPresent(TemporalTls::context);
    context.getBeanFactory().registerSingleton("temporalSettings", settings);
    Map<String, Object> starters = new HashMap<>();
    starters.put("spring.temporal.connection.target", settings.address());
    starters.put("spring.temporal.connection.enable-https", settings.tls().isPresent());
    // A key is asked for with every call: it may be in a file that changes.
    starters.put("spring.temporal.connection.api-key", "");
    starters.put("spring.temporal.namespace", settings.namespace());
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("muster-temporal", starters));
  }
}
