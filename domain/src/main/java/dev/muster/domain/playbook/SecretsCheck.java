package dev.muster.domain.playbook;

import dev.muster.domain.secret.SecretName;
import dev.muster.domain.secret.SecretReferences;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Where references to secrets may stand: in arguments of steps, alone in their braces. */
final class SecretsCheck {

  /** Said of {@code secrets} within an expression. */
  static final String NO_EXPRESSION =
      "'secrets' is for no expression: a secret stands in the arguments of a step, alone in its"
          + " braces and with a name of lower-case letters, digits and '_', as in"
          + " ${secrets.db_password}";

  private static final String ELSEWHERE =
      "'%s' refers to a secret here (expected: in the arguments of a step, where the worker puts"
          + " its value)";

  private SecretsCheck() {}

  /** What is wrong with a text of a step's arguments. */
  static Optional<String> inArguments(Template template) {
    return template.pretendsReference()
        ? Optional.of(
            "'%s' is to stay as it is, and would look like a reference to a secret (expected: another text)"
                .formatted(Names.shortened(template.text())))
        : Optional.empty();
  }

  /** What is wrong with a text of any other field. */
  static Optional<String> elsewhere(Template template) {
    List<SecretName> secrets = template.secrets();
    return secrets.isEmpty()
        ? inArguments(template)
        : Optional.of(ELSEWHERE.formatted(secrets.getFirst().reference()));
  }

  /** What is wrong with a value that is no template, such as a default. */
  static Optional<String> elsewhere(JsonNode value) {
    return SecretReferences.in(value).stream()
        .findFirst()
        .map(secret -> ELSEWHERE.formatted(secret.reference()));
  }
}
