package dev.muster.api.codec;

import dev.muster.connections.TemporalSettings;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/** The codec for Temporal's tools, and who may ask it from a browser. */
@Configuration(proxyBeanMethods = false)
@Import(CodecController.class)
public class CodecConfiguration {

  /** Before the filter that refuses pages of other sites. */
  @Bean
  FilterRegistrationBean<CodecOrigin> codecOrigin(TemporalSettings settings) {
    FilterRegistrationBean<CodecOrigin> filter =
        new FilterRegistrationBean<>(new CodecOrigin(settings));
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
    filter.addUrlPatterns("/v1/codec/*");
    return filter;
  }
}
