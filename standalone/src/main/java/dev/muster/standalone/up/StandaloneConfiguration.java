package dev.muster.standalone.up;

import dev.muster.api.ApiConfiguration;
import dev.muster.kubernetes.KubernetesConfiguration;
import dev.muster.senlin.SenlinConfiguration;
import dev.muster.standalone.engine.EmbeddedEngine;
import dev.muster.standalone.engine.EngineSettings;
import dev.muster.worker.WorkerConfiguration;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.spring.boot.TemporalOptionsCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The API and the worker in one application; they share the database pool and Temporal's client.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties(EngineSettings.class)
@Import({
  ApiConfiguration.class,
  SenlinConfiguration.class,
  KubernetesConfiguration.class,
  WorkerConfiguration.class
})
public class StandaloneConfiguration {

  /** An engine in this process is reached without a socket. */
  @Bean
  TemporalOptionsCustomizer<WorkflowServiceStubsOptions.Builder> withoutSocket(
      ObjectProvider<EmbeddedEngine> embedded) {
    return options -> {
      embedded.ifAvailable(engine ->
          options.setTarget(null).setChannelInitializer(null).setChannel(engine.channel()));
      return options;
    };
  }
}
