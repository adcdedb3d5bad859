package dev.muster.api.runs;

import dev.muster.api.playbooks.PlaybookStore;
import dev.muster.api.stalls.Stalls;
import dev.muster.domain.secret.SecretRules;
import dev.muster.records.Records;
import dev.muster.workflows.client.EngineClient;
import java.time.Clock;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Runs over HTTP. */
@Configuration(proxyBeanMethods = false)
@Import({RunController.class, RunNodeController.class})
public class RunConfiguration {

  @Bean
  Stalls stalls(Records records, Clock clock) {
    return new Stalls(records, clock);
  }

  @Bean
  RunLookup runLookup(Records records) {
    return new RunLookup(records);
  }

  @Bean
  RunHandOver runHandOver(EngineClient engine) {
    return new RunHandOver(engine);
  }

  @Bean
  StartController startController(
      Records records,
      PlaybookStore playbooks,
      RunHandOver engine,
      RunLookup lookup,
      Clock clock,
      ObjectProvider<SecretRules> secrets) {
    RunPlanning planning =
        new RunPlanning(records, playbooks, Optional.ofNullable(secrets.getIfAvailable()));
    return new StartController(planning, new RunStart(records, planning, lookup, engine, clock));
  }
}
