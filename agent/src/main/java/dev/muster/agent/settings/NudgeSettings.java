package dev.muster.agent.settings;

import java.net.URI;
import java.util.Optional;

/**
 * Whom to nudge.
 *
 * @param token sent as bearer, if there is one
 * @param which whose actions are worth a nudge
 */
public record NudgeSettings(URI url, Optional<String> token, Which which) {

  /** Whose actions are worth a nudge. */
  public enum Which {
    /** Those that somebody else than Muster scheduled: it watches its own. */
    DIRECT,
    /** Those that Muster sent, too. */
    ALL
  }
}
