package dev.muster.api.web;

import dev.muster.api.problems.ProblemAdvice;
import dev.muster.api.problems.ProblemReportValve;
import dev.muster.api.requests.BodyLimit;
import dev.muster.api.requests.CallerResolver;
import dev.muster.api.requests.KnownParameters;
import dev.muster.api.requests.NoNullBody;
import dev.muster.api.security.AccessGuard;
import dev.muster.api.security.AuthenticationProperties;
import dev.muster.api.security.IdentityResolver;
import dev.muster.api.security.JudgedAddresses;
import dev.muster.api.security.SecurityConfiguration;
import dev.muster.api.web.HttpProperties.Way;
import dev.muster.connections.schema.WaitingPool;
import dev.muster.domain.request.StrictJson;
import io.micrometer.observation.ObservationPredicate;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** How requests come in and answers go out. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HttpProperties.class)
@Import({
  ServerAutoConfigurations.class,
  SecurityConfiguration.class,
  ProblemAdvice.class,
  NoNullBody.class
})
public class WebConfiguration implements WebMvcConfigurer {

  /** Spring Boot's ways to have TLS. */
  private static final List<String> CERTIFICATES =
      List.of("server.ssl.certificate", "server.ssl.key-store", "server.ssl.bundle");

  private final ObjectProvider<WaitingPool> pool;
  private final AccessGuard guard;

  public WebConfiguration(ObjectProvider<WaitingPool> pool, AccessGuard guard) {
    this.pool = pool;
    this.guard = guard;
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(new CallerResolver());
    resolvers.add(new IdentityResolver());
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry
        .addInterceptor(guard)
        .addPathPatterns(JudgedAddresses.patterns("/**"))
        .excludePathPatterns(JudgedAddresses.FOR_EVERYBODY);
    registry.addInterceptor(new KnownParameters()).addPathPatterns("/v1/**");
    registry
        .addInterceptor(new RoomForChanges(pool))
        .addPathPatterns(JudgedAddresses.patterns("/**"));
  }

  @Bean
  JsonMapper jsonMapper() {
    return StrictJson.MAPPER;
  }

  /** Before everything else but headers, and for everything: health, metrics, streams. */
  @Bean
  FilterRegistrationBean<Hosts> hosts(
      HttpProperties http,
      AuthenticationProperties authentication,
      Environment settings,
      @Value("${server.address:}") String address) {
    boolean tls = CERTIFICATES.stream().anyMatch(settings::containsProperty);
    Way way = tls && !authentication.isOpen(address) ? Way.SECURED : Way.BARE;
    FilterRegistrationBean<Hosts> filter =
        new FilterRegistrationBean<>(new Hosts(http.listeningOn(address, way)));
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
    filter.addUrlPatterns("/*");
    return filter;
  }

  @Bean
  FilterRegistrationBean<BodyLimit> bodyLimit(HttpProperties http) {
    FilterRegistrationBean<BodyLimit> filter =
        new FilterRegistrationBean<>(new BodyLimit(http.bodyTime()));
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
    filter.addUrlPatterns("/*");
    return filter;
  }

  @Bean
  FilterRegistrationBean<SameSite> sameSite() {
    FilterRegistrationBean<SameSite> filter = new FilterRegistrationBean<>(new SameSite());
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 3);
    filter.addUrlPatterns(JudgedAddresses.patterns("/*"));
    return filter;
  }

  /** Requests that Tomcat refuses by itself are answered with problems too. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemPages() {
    return factory ->
        factory.addContextCustomizers(context -> {
          if (context.getParent() instanceof StandardHost host) {
            host.setErrorReportValveClass(ProblemReportValve.class.getName());
          }
        });
  }

  /** Around everything else: what comes after an answer is not for who gave it. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> slowBodies(HttpProperties http) {
    return factory -> factory.addEngineValves(new SlowBodies(http.bodyTime()));
  }

  /** A stream that is followed for an hour is no request that took an hour. */
  @Bean
  ObservationPredicate streamsAreNotTimed() {
    return (name, context) ->
        !(context instanceof ServerRequestObservationContext request)
            || request.getCarrier() == null
            || !isStream(request.getCarrier());
  }

  private static boolean isStream(HttpServletRequest request) {
    String path = request.getRequestURI();
    String query = request.getQueryString();
    return path.endsWith("/events/stream")
        || (path.startsWith("/v1/runs/") && path.endsWith("/events"))
        || (path.startsWith(JudgedAddresses.KUBERNETES)
            && query != null
            && query.contains("watch="));
  }
}
