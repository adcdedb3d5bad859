package dev.muster.connections;

import dev.muster.connections.attributes.KnownAttributes;
import dev.muster.connections.codec.Encryption;
import dev.muster.connections.engine.EngineIdentity;
import dev.muster.connections.engine.EngineOwnership;
import dev.muster.connections.engine.WorkersWait;
import dev.muster.connections.health.EngineHealth;
import dev.muster.connections.tls.TemporalTls;
import dev.muster.records.Records;
import dev.muster.workflows.client.EngineClient;
import io.temporal.client.WorkflowClient;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.GrpcCompression;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.spring.boot.TemporalOptionsCustomizer;
import io.temporal.spring.boot.autoconfigure.MetricsScopeAutoConfiguration;
import io.temporal.spring.boot.autoconfigure.RootNamespaceAutoConfiguration;
import io.temporal.spring.boot.autoconfigure.ServiceStubsAutoConfiguration;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The way to Temporal. Temporal's own starter makes metrics, service stubs, client and workers of
 * {@code spring.temporal.*}; here is what it has no setting for.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  MetricsScopeAutoConfiguration.class,
  ServiceStubsAutoConfiguration.class,
  RootNamespaceAutoConfiguration.class
})
class TemporalConfiguration {

  /** An engine that comes back should not have to wait for a connection that gave up for longer. */
  private static final Duration CONNECT_AGAIN_AFTER = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(TemporalConfiguration.class);

  /**
   * Workers end with their engine, which may be away or be replaced: whoever asks for their
   * template gets a new one, and nobody gets or starts one unasked. Polls that are under way end
   * with the stubs.
   */
  @Bean
  static BeanDefinitionRegistryPostProcessor startersBeans() {
    return beans -> {
      Stream.of("temporalRootNamespaceTemplate", "temporalWorkersTemplate")
          .filter(beans::containsBeanDefinition)
          .forEach(name -> beans.getBeanDefinition(name).setScope(BeanDefinition.SCOPE_PROTOTYPE));
      Stream.of("workerFactoryStarter", "temporalWorkers", "temporalWorkerFactory")
          .filter(beans::containsBeanDefinition)
          .forEach(beans::removeBeanDefinition);
      beans.getBeanDefinition("temporalWorkflowServiceStubs").setDestroyMethodName("shutdownNow");
    };
  }

  @Bean
  @ConditionalOnMissingBean
  Encryption encryption(TemporalSettings settings) {
    return Encryption.with(settings.codecKeyFile());
  }

  @Bean
  DataConverter temporalDataConverter(Encryption encryption) {
    return encryption.converter();
  }

  @Bean
  TemporalOptionsCustomizer<WorkflowServiceStubsOptions.Builder> connection(
      TemporalSettings settings) {
    return options -> {
      options
          .setConnectionBackoffResetFrequency(CONNECT_AGAIN_AFTER)
          .setGrpcClientInterceptors(List.of(new WorkersWait()))
          // A call is a few hundred bytes: packing costs more than the way.
          .setGrpcCompression(GrpcCompression.NONE);
      settings.apiKey().ifPresent(key -> options.addApiKey(key::current));
      if (!settings.headers().keys().isEmpty()) {
        options.addGrpcMetadataProvider(settings::headers);
      }
      settings
          .tls()
          .ifPresentOrElse(tls -> encrypt(options, tls), () -> options.setSslContext(null));
      return options;
    };
  }

  private static void encrypt(WorkflowServiceStubsOptions.Builder options, TemporalTls tls) {
    tls.context().ifPresent(options::setSslContext);
    tls.serverName()
        .ifPresent(
            name -> options.setChannelInitializer(channel -> channel.overrideAuthority(name)));
    if (tls.trust() == TemporalTls.Trust.ANYBODY) {
      LOG.warn(
          "Temporal's certificate is not verified, as disable-host-verification says: whoever"
              + " answers at its address is believed");
    }
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  KnownAttributes knownAttributes(
      WorkflowServiceStubs stubs, TemporalSettings settings, Clock clock) {
    return KnownAttributes.of(stubs, settings.address(), settings.namespace(), clock);
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  EngineClient engine(
      WorkflowClient client, KnownAttributes attributes, EngineOwnership ownership) {
    return new EngineClient(client, attributes, ownership);
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
  EngineHealth engineHealthIndicator(EngineClient engine) {
    return new EngineHealth(engine);
  }
}
