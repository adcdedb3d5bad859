package dev.muster.api.web;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.jvm.JvmMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.system.SystemMetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.actuate.endpoint.web.WebMvcHealthEndpointExtensionAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * The parts of Spring Boot that the API uses, by name: nothing is switched on because it happens to
 * be in the class path, and no condition is evaluated for the hundred others.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  PropertyPlaceholderAutoConfiguration.class,
  LifecycleAutoConfiguration.class,
  ApplicationAvailabilityAutoConfiguration.class,
  TomcatServletWebServerAutoConfiguration.class,
  DispatcherServletAutoConfiguration.class,
  HttpMessageConvertersAutoConfiguration.class,
  WebMvcAutoConfiguration.class,
  EndpointAutoConfiguration.class,
  JacksonEndpointAutoConfiguration.class,
  WebEndpointAutoConfiguration.class,
  ManagementContextAutoConfiguration.class,
  ServletManagementContextAutoConfiguration.class,
  HealthContributorRegistryAutoConfiguration.class,
  HealthContributorAutoConfiguration.class,
  AvailabilityHealthContributorAutoConfiguration.class,
  HealthEndpointAutoConfiguration.class,
  AvailabilityProbesAutoConfiguration.class,
  WebMvcHealthEndpointExtensionAutoConfiguration.class,
  MetricsAutoConfiguration.class,
  CompositeMeterRegistryAutoConfiguration.class,
  PrometheusMetricsExportAutoConfiguration.class,
  JvmMetricsAutoConfiguration.class,
  SystemMetricsAutoConfiguration.class,
  ObservationAutoConfiguration.class,
  WebMvcObservationAutoConfiguration.class
})
class ServerAutoConfigurations {}
