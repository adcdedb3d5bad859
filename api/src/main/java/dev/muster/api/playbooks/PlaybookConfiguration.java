package dev.muster.api.playbooks;

import dev.muster.records.Records;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Playbooks over HTTP. */
@Configuration(proxyBeanMethods = false)
@Import(PlaybookController.class)
public class PlaybookConfiguration {

  @Bean
  PlaybookStore playbookStore(Records records, Clock clock) {
    return new PlaybookStore(records, clock);
  }
}
