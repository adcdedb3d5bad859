package dev.muster.activities.agent;

import dev.muster.domain.protocol.Fingerprint;
import java.util.Optional;

/** By what each agent knows Muster, and Muster each agent. Safe for many threads. */
public interface AgentTrust {

  /** For agents that all have the shared token, or none. */
  AgentTrust SHARED =
      new AgentTrust() {
        @Override
        public Known of(AgentEndpoint agent) {
          return Known.NOTHING;
        }

        @Override
        public Known anew(AgentEndpoint agent) {
          return Known.NOTHING;
        }
      };

  /** What is known of an agent; without waiting for anything. */
  Known of(AgentEndpoint agent);

  /** Looks whether anything moved; afterwards {@link #of} knows it. */
  default void refresh() {}

  /** What is known of an agent that has just refused what was known; read anew. */
  Known anew(AgentEndpoint agent);

  /**
   * What is known of an agent.
   *
   * @param refusal why it is not spoken to
   * @param token that it is asked with; the shared one if it has none of its own
   * @param next that it may have gone over to already
   * @param certificate that it must show; without, authorities decide
   */
  record Known(
      Optional<String> refusal,
      Optional<String> token,
      Optional<String> next,
      Optional<Fingerprint> certificate) {

    /** Of a node without credentials of its own. */
    public static final Known NOTHING =
        new Known(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Of an agent that nobody speaks to. */
    public static Known refused(String why) {
      return new Known(Optional.of(why), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Without the tokens. */
    @Override
    public String toString() {
      return "Known[refusal=%s, certificate=%s]".formatted(refusal, certificate);
    }
  }
}
