package dev.muster.agent.settings;

import java.nio.file.Path;

/**
 * Where the agent is installed, as {@code muster agent install} lays it out.
 *
 * @param home has {@code current}, {@code versions} and {@code packages}
 */
public record UpgradeSettings(Path home) {

  /** The script that starts, stops and exchanges the agent of this home. */
  public Path script() {
    return home.resolve("current").resolve("bin").resolve("muster-agent-node");
  }

  /** Where tarballs are put that the agent is exchanged for. */
  public Path packages() {
    return home.resolve("packages");
  }
}
