package dev.muster.activities.secret;

import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.domain.secret.SecretName;
import dev.muster.domain.secret.SecretRules;
import dev.muster.domain.secret.SecretValue;
import java.util.Map;
import java.util.Optional;

/**
 * The secrets that this worker knows.
 *
 * @param sources by {@link SecretName#key}, each of which has its rule
 */
public record Secrets(SecretRules rules, Map<String, SecretSource> sources) {

  /** None is known. */
  public static final Secrets NONE = new Secrets(SecretRules.NONE, Map.of());

  public Secrets {
    sources = Map.copyOf(sources);
    if (!sources.keySet().equals(rules.allowed().keySet())) {
      throw new IllegalArgumentException(
          "secrets with rules %s, with sources %s (expected: the same)"
              .formatted(rules.allowed().keySet(), sources.keySet()));
    }
  }

  /** Reads a secret that has a rule; what cannot be sent and masked counts as not there. */
  public Reading read(SecretName secret) {
    Reading reading =
        Optional.ofNullable(sources.get(secret.key()))
            .orElseThrow(() -> new IllegalStateException("no rule was asked for " + secret))
            .read();
    return reading instanceof Reading.Found(String value)
        ? SecretValue.unfit(value).<Reading>map(Reading.Absent::new).orElse(reading)
        : reading;
  }
}
