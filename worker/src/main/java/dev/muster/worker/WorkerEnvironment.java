package dev.muster.worker;

import dev.muster.connections.settings.Setting;
import dev.muster.workflows.contract.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.support.ResourcePropertySource;

/**
 * Completes what people say of the worker, {@code spring.temporal.workers[0].*}, with what {@code
 * muster-worker.properties} says: Spring Boot takes a list from one place alone, so that one option
 * would take away all the rest.
 */
public final class WorkerEnvironment
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  private static final ConfigurationPropertyName WORKER =
      ConfigurationPropertyName.of("spring.temporal.workers[0]");
  private static final ConfigurationPropertyName CACHE =
      ConfigurationPropertyName.of("spring.temporal.workflow-cache");

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    ConfigurableEnvironment environment = context.getEnvironment();
    Map<ConfigurationPropertyName, Object> worker = new LinkedHashMap<>(ours());
    Setting.in(environment, "spring.temporal.start-workers")
        .filter(set -> set.value().equals("false"))
        .ifPresent(set -> {
          throw set.problem("false (expected: true, or muster api, which has no worker)");
        });
    said(environment, CACHE).forEach(WorkerEnvironment::check);
    said(environment, WORKER)
        .forEach(set -> {
          check(set);
          worker.put(ConfigurationPropertyName.adapt(set.name(), '.'), set.value());
        });
    Map<String, Object> whole = new HashMap<>();
    worker.forEach((name, value) -> whole.put(name.toString(), value));
    environment.getPropertySources().addFirst(new MapPropertySource("muster-worker", whole));
  }

  private static Map<ConfigurationPropertyName, Object> ours() {
    try {
      Map<ConfigurationPropertyName, Object> ours = new LinkedHashMap<>();
      new ResourcePropertySource("classpath:muster-worker.properties")
          .getSource()
          .forEach((name, value) -> ours.put(ConfigurationPropertyName.of(name), value));
      ours.keySet().removeIf(name -> !WORKER.isAncestorOf(name));
      return ours;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What anybody said below this name. */
  private static Stream<Setting> said(
      ConfigurableEnvironment environment, ConfigurationPropertyName above) {
    return StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false)
        .filter(IterableConfigurationPropertySource.class::isInstance)
        .map(IterableConfigurationPropertySource.class::cast)
        .flatMap(IterableConfigurationPropertySource::stream)
        .filter(above::isAncestorOf)
        .distinct()
        .flatMap(name -> Setting.in(environment, name.toString()).stream());
  }

  /** What the SDK would refuse only when Temporal is there. */
  private static void check(Setting set) {
    if (set.value().matches("-\\d+|0")) {
      throw set.problem("%s (expected: >= 1)".formatted(set.value()));
    }
    if (set.name().endsWith("task-queue") && !set.value().equals(Ids.TASK_QUEUE)) {
      throw set.problem(
          "'%s' (expected: %s, where the API starts workflows)"
              .formatted(set.value(), Ids.TASK_QUEUE));
    }
  }
}
