package dev.muster.standalone.compose;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One service of a compose file.
 *
 * @param target the stage of our Dockerfile that this service builds
 * @param mounts where in the container each volume is: a folder of the project, or a name
 * @param dependsOn the services that it waits for, and for what
 * @param health the command that says whether it is healthy, without its {@code CMD}
 * @param fields everything that is written about it
 */
record ComposeService(
    String name,
    String image,
    Optional<String> target,
    List<String> entrypoint,
    List<String> command,
    Map<String, String> environment,
    Map<String, String> mounts,
    Map<String, Condition> dependsOn,
    List<String> health,
    Map<String, Object> fields) {

  /** What a service that is waited for must have come to. */
  enum Condition {
    STARTED,
    HEALTHY,
    COMPLETED
  }

  static ComposeService of(String name, Map<String, Object> fields) {
    Map<String, Object> build = Yaml.map(fields, "build");
    return new ComposeService(
        name,
        Yaml.text(fields, "image"),
        Optional.of(Yaml.text(build, "target")).filter(target -> !target.isEmpty()),
        Yaml.texts(fields, "entrypoint"),
        Yaml.texts(fields, "command"),
        environment(fields),
        mounts(fields),
        dependsOn(fields),
        health(Yaml.map(fields, "healthcheck")),
        fields);
  }

  /** Whether it does its work and ends. */
  boolean isJob() {
    return Yaml.text(fields, "restart").startsWith("on-failure");
  }

  private static Map<String, String> environment(Map<String, Object> fields) {
    Map<String, String> environment = new LinkedHashMap<>();
    Yaml.map(fields, "environment")
        .forEach((key, value) -> environment.put(key, String.valueOf(value)));
    return environment;
  }

  private static Map<String, String> mounts(Map<String, Object> fields) {
    Map<String, String> mounts = new LinkedHashMap<>();
    for (String volume : Yaml.texts(fields, "volumes")) {
      String[] parts = volume.split(":", -1);
      mounts.put(parts[1], parts[0]);
    }
    return mounts;
  }

  private static Map<String, Condition> dependsOn(Map<String, Object> fields) {
    Map<String, Condition> result = new LinkedHashMap<>();
    Yaml.map(fields, "depends_on")
        .forEach((name, how) -> result.put(name, condition(Yaml.text(Yaml.map(how), "condition"))));
    return result;
  }

  private static Condition condition(String text) {
    return switch (text) {
      case "service_started" -> Condition.STARTED;
      case "service_healthy" -> Condition.HEALTHY;
      case "service_completed_successfully" -> Condition.COMPLETED;
      default -> throw new IllegalArgumentException("condition: '" + text + "'");
    };
  }

  private static List<String> health(Map<String, Object> healthcheck) {
    List<String> test = Yaml.texts(healthcheck, "test");
    if (test.isEmpty()) {
      return List.of();
    }
    return test.getFirst().equals("CMD-SHELL")
        ? List.of("/bin/sh", "-c", test.get(1))
        : test.subList(1, test.size());
  }
}
