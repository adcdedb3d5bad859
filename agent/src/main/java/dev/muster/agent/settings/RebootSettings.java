package dev.muster.agent.settings;

import java.nio.file.Path;
import java.util.List;

/**
 * How the node is rebooted.
 *
 * @param command asks for it; may return before it begins
 * @param bootId a file with another text after each boot
 */
public record RebootSettings(List<String> command, Path bootId) {

  /** As systemd and Linux have it. */
  public static final RebootSettings USUAL =
      new RebootSettings(
          List.of("systemctl", "reboot"), Path.of("/proc/sys/kernel/random/boot_id"));
}
