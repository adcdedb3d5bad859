package dev.muster.api.logs;

import dev.muster.api.events.Followers;
import dev.muster.records.Records;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What actions printed. */
@Configuration(proxyBeanMethods = false)
@Import(LogController.class)
public class LogConfiguration {

  @Bean
  LogReaders logReaders(Records records, Followers followers, Clock clock) {
    return new LogReaders(records, followers, clock);
  }
}
