package dev.muster.connections;

import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.identity.SignalTrust;
import java.util.Set;

/** {@code muster.signals}: whether a name in a signal or an update of Temporal is believed. */
final class SignalSetting {

  private static final String NAME = "muster.signals";

  /** Whoever reaches these is on this host, and could read the database as well. */
  private static final Set<String> OWN_ENGINES = Set.of("embedded", "dev-server");

  private SignalSetting() {}

  /**
   * What was said; {@code auto} believes what comes through an engine that Muster started itself.
   *
   * @throws SettingProblem if it is none of the words
   */
  static SignalTrust read(String said, String engine) {
    return switch (said) {
      case "trusted" -> SignalTrust.TRUSTED;
      case "untrusted" -> SignalTrust.UNTRUSTED;
      case "auto" -> OWN_ENGINES.contains(engine) ? SignalTrust.TRUSTED : SignalTrust.UNTRUSTED;
      default ->
          throw new SettingProblem(
              NAME, "'%s' (expected: auto, trusted or untrusted)".formatted(said));
    };
  }
}
