package dev.muster.agent.node;

import dev.muster.domain.protocol.AgentInfo;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What the agent says about itself and its node.
 *
 * @param sensitive names of arguments whose values nobody is shown
 */
public record AgentDescription(
    String node,
    UUID epoch,
    Supplier<Map<String, String>> attributes,
    Supplier<List<String>> kinds,
    List<String> sensitive,
    Supplier<NodeReport> status) {

  /** As of now. */
  public AgentInfo info() {
    NodeReport now = status.get();
    return new AgentInfo(
        node,
        version(),
        epoch,
        platform(),
        now.status(),
        now.reason(),
        attributes.get(),
        kinds.get(),
        Optional.of(sensitive));
  }

  /** Of this build; {@code dev} when it runs from classes. */
  public static String version() {
    return Optional.ofNullable(AgentDescription.class.getPackage().getImplementationVersion())
        .orElse("dev");
  }

  /** Which image this process was started from; empty where it was started from a jar. */
  public static Optional<String> image() {
    return Optional.ofNullable(System.getProperty("muster.agent.image"));
  }

  /** In Go's names, {@code linux-amd64}. */
  public static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String system = os.startsWith("mac") ? "darwin" : os.startsWith("windows") ? "windows" : os;
    String processor =
        switch (arch) {
          case "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> arch;
        };
    return system + "-" + processor;
  }
}
