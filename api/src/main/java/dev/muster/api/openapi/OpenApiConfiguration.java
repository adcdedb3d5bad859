package dev.muster.api.openapi;

import dev.muster.api.requests.Caller;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Sight;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.converters.ModelConverterRegistrar;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.events.SpringDocAppInitializer;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.core.properties.SwaggerUiConfigProperties;
import org.springdoc.core.properties.SwaggerUiOAuthProperties;
import org.springdoc.core.utils.SpringDocUtils;
import org.springdoc.webmvc.core.configuration.SpringDocWebMvcConfiguration;
import org.springdoc.webmvc.ui.SwaggerConfig;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** The OpenAPI document, made when it is first asked for. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  SpringDocConfiguration.class,
  SpringDocConfigProperties.class,
  SpringDocWebMvcConfiguration.class,
  SwaggerConfig.class,
  SwaggerUiConfigProperties.class,
  SwaggerUiOAuthProperties.class
})
public class OpenApiConfiguration {

  static {
    SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class, Identity.class, Sight.class);
  }

  @Bean
  static BeanFactoryPostProcessor lazyDocument() {
    return new LazyDocument();
  }

  /**
   * The frame of the document.
   *
   * @param converters made before the document, which is lazy, so that they have a part in it
   */
  @Bean
  @Lazy
  OpenAPI document(ModelConverterRegistrar converters) {
    return new OpenAPI()
        .info(
            new Info()
                .title("Muster")
                .version("v1")
                .description(
                    "Runs playbooks, staged operations over many nodes, durably. Errors are RFC"
                        + " 9457 problems with a stable type, urn:muster:problem:…")
                .license(new License().name("Apache License 2.0").identifier("Apache-2.0")))
        .components(
            new Components().addSecuritySchemes(OperationNeeds.SCHEME, OperationNeeds.scheme()));
  }

  @Bean
  @Lazy
  OperationCustomizer everyOperation() {
    return new OperationDetails();
  }

  @Bean
  @Lazy
  OpenApiCustomizer requestSchemas() {
    return new RequestSchemas();
  }

  @Bean
  @Lazy
  ModelConverter valueSchemas() {
    return new ValueSchemas();
  }

  /** In the place of the one that warns, at each start, of a document that is there on purpose. */
  @Bean
  SpringDocAppInitializer springDocAppInitializer() {
    return new SpringDocAppInitializer("", "", true);
  }

  @Bean
  SpringDocAppInitializer springDocSwaggerInitializer() {
    return new SpringDocAppInitializer("", "", true);
  }
}
