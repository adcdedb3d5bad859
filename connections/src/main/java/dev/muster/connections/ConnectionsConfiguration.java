package dev.muster.connections;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.muster.connections.engine.EngineIdentity;
import dev.muster.connections.engine.EngineOwnership;
import dev.muster.records.Records;
import dev.muster.workflows.contract.Engine;
import dev.muster.workflows.contract.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * By what API and worker reach PostgreSQL and Temporal. Each bean gives way to one that is there
 * already; in one process, API and worker share them.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({DatabaseSettings.class, TemporalSettings.class})
public class ConnectionsConfiguration {

  /** A caller would rather be told soon that the database is away than wait. */
  private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(3);

  @Bean
  @ConditionalOnMissingBean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean(DataSource.class)
  HikariDataSource dataSource(DatabaseSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("muster");
    config.setJdbcUrl(settings.url());
    config.setUsername(settings.user());
    config.setPassword(settings.password());
    config.setMaximumPoolSize(settings.pool());
    config.setMinimumIdle(2);
    config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
    config.addDataSourceProperty("ApplicationName", "muster");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    return new HikariDataSource(config);
  }

  /** The schema is brought up to date before anything is read. */
  @Bean
  @ConditionalOnMissingBean
  Records records(DataSource database) {
    Records.migrate(database);
    return Records.open(database);
  }

  @Bean(destroyMethod = "shutdownNow")
  @ConditionalOnMissingBean
  WorkflowServiceStubs workflowServiceStubs(TemporalSettings settings) {
    return WorkflowServiceStubs.newServiceStubs(
        WorkflowServiceStubsOptions.newBuilder().setTarget(settings.address()).build());
  }

  @Bean
  @ConditionalOnMissingBean
  WorkflowClient workflowClient(WorkflowServiceStubs stubs, TemporalSettings settings) {
    return WorkflowClient.newInstance(
        stubs,
        WorkflowClientOptions.newBuilder()
            .setNamespace(settings.namespace())
            .setDataConverter(Payloads.CONVERTER)
            .build());
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  Engine engine(
      WorkflowClient client,
      WorkflowServiceStubs stubs,
      TemporalSettings settings,
      EngineOwnership ownership) {
    Engine.Attributes attributes = AttributesProbe.ask(stubs, settings.namespace());
    return new Engine(client, () -> attributes, ownership);
  }

  @Bean
  @ConditionalOnMissingBean
  EngineOwnership engineOwnership(
      Records records, WorkflowServiceStubs stubs, TemporalSettings settings, Clock clock) {
    String description =
        "%s at %s, namespace %s"
            .formatted(settings.engine(), settings.address(), settings.namespace());
    return new EngineOwnership(
        records,
        new EngineIdentity(stubs, settings.address(), settings.namespace()),
        description,
        clock);
  }
}
