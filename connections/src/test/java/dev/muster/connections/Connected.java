package dev.muster.connections;

import dev.muster.workflows.client.EngineClient;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Map;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The way to Temporal as a process makes it of its settings, for one test. */
record Connected(AnnotationConfigApplicationContext beans, EngineClient engine)
    implements AutoCloseable {

  /** By settings such as {@code muster.temporal.address}. */
  static Connected by(Map<String, String> settings) {
    AnnotationConfigApplicationContext beans = new AnnotationConfigApplicationContext();
    beans.setEnvironment(environment(settings));
    new TemporalEnvironment().initialize(beans);
    beans.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
    beans.register(TemporalConfiguration.class);
    beans.refresh();
    return new Connected(
        beans, new EngineClient(beans.getBean(WorkflowClient.class), EngineClient.Attributes.NONE));
  }

  /** With these settings over those of this process. */
  static ConfigurableEnvironment environment(Map<String, String> settings) {
    ConfigurableEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", Map.copyOf(settings)));
    ConfigurationPropertySources.attach(environment);
    return environment;
  }

  WorkflowServiceStubs stubs() {
    return beans.getBean(WorkflowServiceStubs.class);
  }

  @Override
  public void close() {
    engine.close();
    beans.close();
  }
}
