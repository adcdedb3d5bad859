package dev.muster.api;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Import;

/** The API as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@Import(ApiConfiguration.class)
public class ApiApplication {

  /** Starts it; settings are documented in {@code muster-api.properties}. */
  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(ApiApplication.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.run(args);
  }
}
