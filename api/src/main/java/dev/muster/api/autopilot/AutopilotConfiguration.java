package dev.muster.api.autopilot;

import dev.muster.api.events.Unpooled;
import dev.muster.api.runs.RunHandOver;
import dev.muster.records.Records;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Objects of k0s Autopilot over HTTP. */
@Configuration(proxyBeanMethods = false)
public class AutopilotConfiguration {

  @Bean
  ObjectSignals objectSignals(Records records, DataSource database) {
    return new ObjectSignals(records.autopilot(), Unpooled.of(database));
  }

  @Bean
  AutopilotPlanController autopilotPlanController(Records records, AutopilotObjects objects) {
    return new AutopilotPlanController(records, objects);
  }

  @Bean
  UpdateConfigController updateConfigController(Records records, AutopilotObjects objects) {
    return new UpdateConfigController(records, objects);
  }

  @Bean
  AutopilotObjects autopilotObjects(
      Records records, ObjectSignals signals, RunHandOver engine, Clock clock) {
    return new AutopilotObjects(records, signals, engine, clock);
  }
}
