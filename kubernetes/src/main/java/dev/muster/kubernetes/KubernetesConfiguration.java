package dev.muster.kubernetes;

import dev.muster.api.autopilot.AutopilotObjects;
import dev.muster.kubernetes.discovery.KubeDiscovery;
import dev.muster.kubernetes.http.KubernetesErrors;
import dev.muster.kubernetes.http.StatusShape;
import dev.muster.kubernetes.objects.KubeDeletes;
import dev.muster.kubernetes.objects.KubeReads;
import dev.muster.kubernetes.objects.KubeStatuses;
import dev.muster.kubernetes.objects.KubeWrites;
import dev.muster.kubernetes.watch.ObjectFeeds;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/**
 * The façade that speaks Kubernetes' API at {@code /k8s}, over the objects of k0s Autopilot. It
 * translates and decides nothing.
 */
@Configuration(proxyBeanMethods = false)
@Import({
  KubernetesErrors.class,
  KubeDiscovery.class,
  KubeReads.class,
  KubeWrites.class,
  KubeStatuses.class,
  KubeDeletes.class
})
public class KubernetesConfiguration {

  @Bean
  ObjectFeeds objectFeeds(AutopilotObjects objects) {
    return new ObjectFeeds(objects);
  }

  @Bean
  Gauge watchedObjects(ObjectFeeds feeds, MeterRegistry registry) {
    return Gauge.builder("muster.objects.watched", feeds, ObjectFeeds::size)
        .description("Kinds of Autopilot's objects in clusters that somebody watches")
        .register(registry);
  }

  /** Around everything: what refuses a request before it is known who answers it, too. */
  @Bean
  FilterRegistrationBean<StatusShape> statusShape() {
    FilterRegistrationBean<StatusShape> filter = new FilterRegistrationBean<>(new StatusShape());
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
    filter.addUrlPatterns("/k8s/*");
    return filter;
  }
}
