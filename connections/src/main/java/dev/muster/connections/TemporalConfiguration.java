package dev.muster.connections;

import com.uber.m3.tally.RootScopeBuilder;
import com.uber.m3.tally.Scope;
import dev.muster.connections.attributes.KnownAttributes;
import dev.muster.connections.codec.Encryption;
import dev.muster.connections.engine.EngineIdentity;
import dev.muster.connections.engine.EngineOwnership;
import dev.muster.connections.engine.WorkersWait;
import dev.muster.connections.health.EngineHealth;
import dev.muster.connections.tls.TlsSettings;
import dev.muster.records.Records;
import dev.muster.workflows.contract.Engine;
import io.micrometer.core.instrument.MeterRegistry;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.reporter.MicrometerClientStatsReporter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The way to Temporal. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TemporalProperties.class)
class TemporalConfiguration {

  /** An engine that comes back should not have to wait for a connection that gave up for longer. */
  private static final Duration CONNECT_AGAIN_AFTER = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(TemporalConfiguration.class);
  private static final com.uber.m3.util.Duration REPORT_EVERY =
      com.uber.m3.util.Duration.ofSeconds(10);

  @Bean
  @ConditionalOnMissingBean
  TemporalSettings temporalSettings(TemporalProperties properties) {
    return TemporalSettings.of(properties, System.getenv());
  }

  @Bean
  @ConditionalOnMissingBean
  Encryption encryption(TemporalSettings settings) {
    return Encryption.with(settings.codecKeyFile());
  }

  /** The SDK's own metrics, {@code temporal_*}: latencies of tasks, pollers, slots, failures. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  Scope temporalMetrics(ObjectProvider<MeterRegistry> meters) {
    return Optional.ofNullable(meters.getIfAvailable())
        .map(registry ->
            new RootScopeBuilder()
                .reporter(new MicrometerClientStatsReporter(registry))
                .reportEvery(REPORT_EVERY))
        .orElseGet(com.uber.m3.tally.NoopScope::new);
  }

  @Bean(destroyMethod = "shutdownNow")
  @ConditionalOnMissingBean
  WorkflowServiceStubs workflowServiceStubs(TemporalSettings settings, Scope metrics) {
    WorkflowServiceStubsOptions.Builder options =
        WorkflowServiceStubsOptions.newBuilder()
            .setTarget(settings.address())
            .setConnectionBackoffResetFrequency(CONNECT_AGAIN_AFTER)
            .setGrpcClientInterceptors(List.of(new WorkersWait()))
            .setMetricsScope(metrics);
    settings.apiKey().ifPresent(key -> options.addApiKey(key::current));
    if (!settings.headers().keys().isEmpty()) {
      options.addGrpcMetadataProvider(settings::headers);
    }
    settings
        .tls()
        .ifPresentOrElse(
            tls -> encrypt(options, tls),
            // Said in so many words, because a key alone would switch TLS on.
            () -> options.setEnableHttps(false));
    return WorkflowServiceStubs.newServiceStubs(options.build());
  }

  private static void encrypt(WorkflowServiceStubsOptions.Builder options, TlsSettings tls) {
    options.setSslContext(tls.context());
    tls.serverName()
        .ifPresent(
            name -> options.setChannelInitializer(channel -> channel.overrideAuthority(name)));
    if (tls.trust() == TlsSettings.Trust.ANYBODY) {
      LOG.warn(
          "Temporal's certificate is not verified, as disable-host-verification says: whoever"
              + " answers at its address is believed");
    }
  }

  @Bean
  @ConditionalOnMissingBean
  WorkflowClient workflowClient(
      WorkflowServiceStubs stubs, TemporalSettings settings, Encryption encryption) {
    return WorkflowClient.newInstance(
        stubs,
        WorkflowClientOptions.newBuilder()
            .setNamespace(settings.namespace())
            .setDataConverter(encryption.converter())
            .build());
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  KnownAttributes knownAttributes(
      WorkflowServiceStubs stubs, TemporalSettings settings, Clock clock) {
    return KnownAttributes.of(stubs, settings.address(), settings.namespace(), clock);
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  Engine engine(WorkflowClient client, KnownAttributes attributes, EngineOwnership ownership) {
    return new Engine(client, attributes, ownership);
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

  /** The component {@code engine} of the health. */
  @Bean
  @ConditionalOnMissingBean
  EngineHealth engineHealthIndicator(Engine engine) {
    return new EngineHealth(engine);
  }
}
