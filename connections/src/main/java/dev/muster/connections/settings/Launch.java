package dev.muster.connections.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;

/** Starts an application as a process of its own. */
public final class Launch {

  /**
   * Loggers that would say again, at length, what is said in one line: why a start failed, and each
   * time that a host name is still not known. Gives way to all other settings.
   */
  public static final Map<String, Object> QUIET =
      Map.of(
          "logging.level.org.springframework.boot.autoconfigure.logging",
          "warn",
          "logging.level.org.springframework.boot.web.server.servlet.context",
          "error",
          "logging.level.org.springframework.boot.tomcat.servlet.DeferredServletContainerInitializers",
          "off",
          "logging.level.io.grpc.internal.ManagedChannelImpl",
          "error");

  private Launch() {}

  /**
   * Returns when it has started. A setting that is wrong ends the process, with one line and the
   * exit code {@link SettingProblem#EXIT_CODE}; so does, with another code, whatever is no setting.
   *
   * @param defaults settings that give way to all others
   */
  public static void run(
      Class<?> application, Usage usage, Map<String, Object> defaults, String... arguments) {
    Optional<Usage.Answer> instead = usage.to(arguments);
    if (instead.isPresent()) {
      Usage.Answer answer = instead.get();
      (answer.exitCode() == 0 ? System.out : System.err).println(answer.text());
      System.exit(answer.exitCode());
    }
    SpringApplication starting = new SpringApplication(application);
    starting.setBannerMode(Banner.Mode.OFF);
    Map<String, Object> all = new HashMap<>(defaults);
    all.putAll(QUIET);
    starting.setDefaultProperties(all);
    try {
      starting.run(arguments);
    } catch (RuntimeException failed) {
      if (SettingProblem.in(failed).isPresent()) {
        System.exit(SettingProblem.EXIT_CODE);
      }
      throw failed;
    }
  }
}
