package dev.muster.api.info;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.binder.MeterBinder;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this process tells about itself. */
@Configuration(proxyBeanMethods = false)
@Import(InfoController.class)
public class InfoConfiguration {

  /** Connections in use, waited for, and how long it took to get one. */
  @Bean
  MeterBinder poolMetrics(DataSource database) {
    return registry -> {
      if (database instanceof HikariDataSource pool && pool.getMetricRegistry() == null) {
        pool.setMetricRegistry(registry);
      }
    };
  }
}
