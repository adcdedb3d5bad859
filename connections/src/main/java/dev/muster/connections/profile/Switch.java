package dev.muster.connections.profile;

import dev.muster.connections.settings.Setting;
import dev.muster.connections.settings.SettingProblem;
import java.util.Locale;

/** Something that is on or off, in the words that Temporal's tools take. */
public final class Switch {

  private Switch() {}

  /**
   * Whether it is on.
   *
   * @throws SettingProblem if that cannot be told: guessing would send a key in the clear
   */
  public static boolean read(Setting setting) {
    return switch (setting.value().strip().toLowerCase(Locale.ROOT)) {
      case "true", "t", "1" -> true;
      case "false", "f", "0" -> false;
      default -> throw setting.problem("'%s' (expected: true or false)".formatted(setting.value()));
    };
  }
}
