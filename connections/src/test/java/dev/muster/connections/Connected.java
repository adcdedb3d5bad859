package dev.muster.connections;

import com.uber.m3.tally.NoopScope;
import dev.muster.connections.codec.Encryption;
import dev.muster.workflows.contract.Engine;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The way to Temporal as a process makes it of its settings, for one test. */
record Connected(WorkflowServiceStubs stubs, Engine engine) implements AutoCloseable {

  /** By settings such as {@code muster.temporal.address}. */
  static Connected by(Map<String, String> ours) {
    TemporalProperties properties =
        new Binder(new MapConfigurationPropertySource(ours))
            .bindOrCreate("muster.temporal", TemporalProperties.class);
    TemporalSettings settings = TemporalSettings.of(properties, Map.of());
    TemporalConfiguration configuration = new TemporalConfiguration();
    WorkflowServiceStubs stubs = configuration.workflowServiceStubs(settings, new NoopScope());
    return new Connected(
        stubs,
        new Engine(
            configuration.workflowClient(stubs, settings, new Encryption(Optional.empty())),
            Engine.Attributes.NONE));
  }

  @Override
  public void close() {
    engine.close();
    stubs.shutdownNow();
  }
}
