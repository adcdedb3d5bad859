package dev.muster.api.engine;

import dev.muster.workflows.client.EngineClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How the API speaks to the workflows. */
@Configuration(proxyBeanMethods = false)
public class EngineConfiguration {

  @Bean
  Nudges nudges(EngineClient engine) {
    return new Nudges(engine);
  }

  @Bean
  WorkflowCommands commands(EngineClient engine) {
    return new WorkflowCommands(engine);
  }
}
