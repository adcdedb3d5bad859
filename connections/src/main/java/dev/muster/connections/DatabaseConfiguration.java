package dev.muster.connections;

import com.zaxxer.hikari.HikariConfig;
import dev.muster.connections.health.DatabaseHealth;
import dev.muster.connections.health.LoopHealth;
import dev.muster.connections.schema.DatabaseStanding;
import dev.muster.connections.schema.SchemaMigration;
import dev.muster.connections.schema.WaitingPool;
import dev.muster.records.Migrations;
import dev.muster.records.Records;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The way to PostgreSQL. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DatabaseSettings.class)
class DatabaseConfiguration {

  /**
   * A caller would rather be told soon that the database is away than wait. The pool also waits so
   * long, at most, before it tries again to reach one that was away.
   */
  private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(2);

  /** Whoever runs the database in this process has started it before it is asked for. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean(DataSource.class)
  WaitingPool dataSource(DatabaseSettings settings, ObjectProvider<DatabaseStanding> whoRunsIt) {
    Optional<DatabaseStanding> standing = Optional.ofNullable(whoRunsIt.getIfAvailable());
    HikariConfig config = new HikariConfig();
    config.setPoolName("muster");
    config.setJdbcUrl(settings.url());
    config.setUsername(settings.user());
    config.setPassword(settings.password());
    config.setMaximumPoolSize(settings.pool());
    config.setMinimumIdle(2);
    // Said once for each connection: a transaction that says it asks first what holds already.
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
    config.addDataSourceProperty("ApplicationName", "muster");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    return new WaitingPool(config, standing);
  }

  /** For our own pool; it can wait. */
  @Bean(initMethod = "bring", destroyMethod = "close")
  @ConditionalOnBean(WaitingPool.class)
  SchemaMigration schema(WaitingPool pool, DatabaseSettings settings) {
    return new SchemaMigration(pool, settings.shown());
  }

  /** The schema is brought up to date before anything is read. */
  @Bean
  @ConditionalOnMissingBean
  Records records(
      DataSource database,
      ObjectProvider<SchemaMigration> schema,
      ObjectProvider<TemporalSettings> temporal,
      @Value("${muster.signals:auto}") String signals) {
    if (schema.getIfAvailable() == null) {
      Migrations.run(database);
    }
    Optional<String> engine = temporal.stream().map(TemporalSettings::engine).findFirst();
    return Records.open(database).believing(SignalSetting.read(signals, engine.orElse("server")));
  }

  /** The component {@code db} of the health. */
  @Bean
  @ConditionalOnMissingBean
  DatabaseHealth dbHealthIndicator(DataSource database) {
    return new DatabaseHealth(database);
  }

  /** The component {@code loops} of the health. */
  @Bean
  @ConditionalOnMissingBean
  LoopHealth loopsHealthIndicator(Records records, Clock clock) {
    return new LoopHealth(records, clock);
  }
}
