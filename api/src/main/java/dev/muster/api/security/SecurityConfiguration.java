package dev.muster.api.security;

import dev.muster.records.Records;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.oauth2.server.resource.web.OAuth2ProtectedResourceMetadataFilter;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.access.ExceptionTranslationFilter;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.ContentSecurityPolicyHeaderWriter;
import org.springframework.security.web.header.writers.DelegatingRequestMatcherHeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.header.writers.StaticHeadersWriter;
import org.springframework.security.web.header.writers.XContentTypeOptionsHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter.XFrameOptionsMode;
import org.springframework.security.web.servletapi.SecurityContextHolderAwareRequestFilter;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;

/**
 * Spring Security's parts, put together by hand: what is not named here does not happen, and a
 * start does not wait for what is not used.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AuthenticationProperties.class, OidcProperties.class})
public class SecurityConfiguration {

  /** What everybody may have: it says how the API looks, and whether it is there. */
  private static final List<String> PUBLIC =
      List.of("/actuator/health", "/v3/api-docs", "/swagger-ui");

  /** For the page to browse the API; an answer in JSON needs none of it. */
  private static final String PAGES =
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none';"
          + " form-action 'self'; frame-ancestors 'none'";

  /** Answers of the API are for who asked, and some are shown once. */
  private static final HeaderWriter NOTHING_IS_KEPT =
      new DelegatingRequestMatcherHeaderWriter(
          request -> JudgedAddresses.has(request.getRequestURI()),
          new StaticHeadersWriter("Cache-Control", "no-store"));

  @Bean
  KnownTokens knownTokens(Records records, Clock clock) {
    return new KnownTokens(records, clock);
  }

  @Bean
  NewTokens newTokens(Records records, Clock clock) {
    return new NewTokens(records, clock);
  }

  @Bean
  @ConditionalOnProperty("muster.http.bootstrap-token-file")
  BootstrapToken bootstrapToken(
      AuthenticationProperties settings, Records records, NewTokens tokens, Clock clock) {
    return new BootstrapToken(
        Path.of(settings.bootstrapTokenFile().orElseThrow()), records, tokens, clock);
  }

  @Bean
  Refusals refusals(Records records, Clock clock) {
    return new Refusals(records, clock);
  }

  @Bean
  ReceiverProof receiverProof(
      Records records,
      OidcProperties oidc,
      AuthenticationProperties settings,
      @Value("${server.address:}") String address,
      Clock clock) {
    return new ReceiverProof(
        records, new Guesses(clock), oidc.groupRoles(), settings.isOpen(address), clock);
  }

  @Bean
  AccessGuard accessGuard(
      Records records, Refusals refusals, ReceiverProof receivers, Clock clock) {
    return new AccessGuard(
        records, refusals, new JoinProof(records, new Guesses(clock)), receivers);
  }

  /** On everything, what other filters refuse too. */
  @Bean
  FilterRegistrationBean<HeaderWriterFilter> securityHeaders() {
    HeaderWriterFilter headers =
        new HeaderWriterFilter(
            List.of(
                new XContentTypeOptionsHeaderWriter(),
                new XFrameOptionsHeaderWriter(XFrameOptionsMode.DENY),
                new ReferrerPolicyHeaderWriter(ReferrerPolicy.NO_REFERRER),
                new ContentSecurityPolicyHeaderWriter(PAGES),
                NOTHING_IS_KEPT));
    headers.setShouldWriteHeadersEagerly(true);
    return registered(headers, Ordered.HIGHEST_PRECEDENCE);
  }

  @Bean
  ProviderManager identityProviders(KnownTokens tokens, OidcProperties oidc, Clock clock) {
    Guesses guesses = new Guesses(clock);
    List<AuthenticationProvider> providers = new ArrayList<>();
    providers.add(new TokenProvider(tokens, guesses));
    if (oidc.issuer().isPresent()) {
      providers.add(new JwtProvider(oidc, guesses, clock));
    }
    return new ProviderManager(providers);
  }

  /** After the filters that look at host, size and site: who may not knock is not asked. */
  @Bean
  FilterRegistrationBean<FilterChainProxy> authentication(
      Refusals refusals,
      ProviderManager providers,
      OidcProperties oidc,
      AuthenticationProperties settings,
      @Value("${server.address:}") String address)
      throws ServletException {
    boolean open = settings.isOpen(address);
    Unauthenticated refusal = new Unauthenticated(refusals);
    List<Filter> filters = new ArrayList<>();
    oidc.issuer().ifPresent(issuer -> filters.add(aboutTheProvider(issuer, oidc)));
    filters.add(
        bearer(providers, refusal, open ? BearerHeader.open(oidc) : BearerHeader.asked(oidc)));
    if (open) {
      filters.add(new Everybody());
    }
    filters.add(namedBySpring());
    filters.add(translation(refusal));
    filters.add(
        new AuthorizationFilter((identity, request) ->
            new AuthorizationDecision(isJudgedLater(request) || isFor(request))));
    FilterChainProxy chain =
        new FilterChainProxy(new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE, filters));
    chain.setFirewall(firewall());
    return registered(chain, Ordered.HIGHEST_PRECEDENCE + 4);
  }

  /** RFC 9728: where {@code muster login} learns whom to ask. */
  private static Filter aboutTheProvider(String issuer, OidcProperties oidc) {
    OAuth2ProtectedResourceMetadataFilter filter = new OAuth2ProtectedResourceMetadataFilter();
    filter.setProtectedResourceMetadataCustomizer(about -> {
      about.authorizationServer(issuer).resourceName("Muster");
      about.scopes(scopes -> scopes.addAll(oidc.scopes()));
      oidc.clientId().ifPresent(id -> about.claim("muster_client_id", id));
    });
    return filter;
  }

  private static AuthenticationFilter bearer(
      ProviderManager providers, Unauthenticated refusal, BearerHeader header) {
    AuthenticationFilter filter = new AuthenticationFilter(providers, header);
    filter.setSuccessHandler((request, response, identity) -> {});
    filter.setFailureHandler(refusal);
    return filter;
  }

  private static ExceptionTranslationFilter translation(Unauthenticated refusal) {
    ExceptionTranslationFilter filter = new ExceptionTranslationFilter(refusal);
    filter.setAccessDeniedHandler(refusal);
    return filter;
  }

  /** So that Spring's own endpoints know who asks. */
  private static SecurityContextHolderAwareRequestFilter namedBySpring() throws ServletException {
    SecurityContextHolderAwareRequestFilter filter = new SecurityContextHolderAwareRequestFilter();
    filter.afterPropertiesSet();
    return filter;
  }

  /** Metrics have every cluster's name. */
  private static boolean isFor(HttpServletRequest request) {
    return ProvenIdentity.current()
        .filter(who -> !request.getServletPath().startsWith("/actuator") || who.seesEverything())
        .isPresent();
  }

  /** The API's own addresses are judged where it is known which method answers them. */
  private static boolean isJudgedLater(HttpServletRequest request) {
    String path = request.getServletPath();
    return JudgedAddresses.has(path) || PUBLIC.stream().anyMatch(path::startsWith);
  }

  /** Texts are checked by who reads them: a name may have any letters. */
  private static StrictHttpFirewall firewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setAllowedHeaderValues(value -> true);
    firewall.setAllowedParameterValues(value -> true);
    firewall.setAllowedParameterNames(name -> true);
    firewall.setUnsafeAllowAnyHttpMethod(true);
    firewall.setAllowedHostnames(name -> true);
    return firewall;
  }

  private static <T extends Filter> FilterRegistrationBean<T> registered(T filter, int order) {
    FilterRegistrationBean<T> registration = new FilterRegistrationBean<>(filter);
    registration.setOrder(order);
    registration.addUrlPatterns("/*");
    return registration;
  }
}
