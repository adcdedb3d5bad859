package dev.muster.api.engine;

import dev.muster.workflows.contract.Engine;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How the API speaks to the workflows. */
@Configuration(proxyBeanMethods = false)
public class EngineConfiguration {

  @Bean
  Nudges nudges(Engine engine) {
    return new Nudges(engine);
  }

  @Bean
  Commands commands(Engine engine) {
    return new Commands(engine);
  }
}
