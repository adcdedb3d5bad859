package dev.muster.connections.settings;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;

/** Starts an application as a process of its own. */
public final class Launch {

  /** Where Spring hints at a report of its own when a start fails, which helps nobody here. */
  private static final String HINT = "logging.level.org.springframework.boot.autoconfigure.logging";

  private Launch() {}

  /**
   * Returns when it has started. A setting that is wrong ends the process, with one line and the
   * exit code {@link SettingProblem#EXIT_CODE}.
   *
   * @param defaults settings that give way to all others
   */
  public static void run(Class<?> application, Map<String, Object> defaults, String... arguments) {
    SpringApplication starting = new SpringApplication(application);
    starting.setBannerMode(Banner.Mode.OFF);
    Map<String, Object> all = new HashMap<>(defaults);
    all.put(HINT, "warn");
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
