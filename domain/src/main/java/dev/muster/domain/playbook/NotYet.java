package dev.muster.domain.playbook;

import java.util.Map;
import java.util.Optional;

/** Fields that the language knows and this version does not carry out, so that it must say no. */
final class NotYet {

  private static final Map<String, String> FIELDS =
      Map.of(
          "notify", "notifications",
          "lock", "locks",
          "unlock", "locks",
          "locks", "locks",
          "secret", "references to secrets by a field of their own, instead of ${secrets.name}",
          "secretRef", "references to secrets by a field of their own, instead of ${secrets.name}",
          "platforms", "one variant of a step for each platform");

  private NotYet() {}

  static Optional<String> message(String field) {
    return Optional.ofNullable(FIELDS.get(field))
        .map(what ->
            "'%s' (%s) is part of the language, but this version of Muster does not carry it out, so it is refused rather than ignored: remove it"
                .formatted(field, what));
  }

  /** What is to be said of a name in an expression. */
  static Optional<String> nameMessage(String name) {
    return name.equals("secrets") ? Optional.of(SecretsCheck.NO_EXPRESSION) : Optional.empty();
  }
}
