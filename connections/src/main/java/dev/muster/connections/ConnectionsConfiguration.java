package dev.muster.connections;

import dev.muster.connections.codec.CredentialCipher;
import dev.muster.connections.settings.MaskedSettings;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * By what API and worker reach PostgreSQL and Temporal. Each bean gives way to one that is there
 * already; in one process, API and worker share them.
 */
@Configuration(proxyBeanMethods = false)
@Import({TemporalConfiguration.class, DatabaseConfiguration.class})
public class ConnectionsConfiguration {

  @Bean
  @ConditionalOnMissingBean
  Clock clock() {
    return Clock.systemUTC();
  }

  /** For the tokens of agents. */
  @Bean
  @ConditionalOnMissingBean
  CredentialCipher credentialCipher(Environment said) {
    return CredentialCipher.of(said);
  }

  /** For whoever exposes the actuator's endpoints about settings. */
  @Bean
  MaskedSettings maskedSettings() {
    return new MaskedSettings();
  }
}
