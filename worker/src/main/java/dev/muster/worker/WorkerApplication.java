package dev.muster.worker;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The worker as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(WorkerConfiguration.class)
public class WorkerApplication {

  /** Starts it; settings are documented in {@code muster-worker.properties}. */
  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(WorkerApplication.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.run(args);
  }
}
