package dev.muster.domain.identity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A named set of permissions. No role contains another one's but for reading, so that whoever
 * administers does not approve by accident.
 */
public enum Role {
  /** Looks, and changes nothing; what actions printed is not shown. */
  VIEWER(Permission.READ),
  /** Looks, also at what actions printed. */
  INSPECTOR(Permission.LOGS),
  /** Starts runs and actions, and steers them. */
  OPERATOR(Permission.OPERATE),
  /** Answers what waits for approval. */
  APPROVER(Permission.APPROVE),
  /** Writes playbooks. */
  AUTHOR(Permission.AUTHOR),
  /** Looks after clusters, nodes, retention and tokens. */
  ADMIN(Permission.ADMINISTER);

  private final Permission own;

  Role(Permission own) {
    this.own = own;
  }

  /** Who may do something may look, too, and see what came of it. */
  public boolean has(Permission permission) {
    return switch (permission) {
      case READ -> true;
      case LOGS -> this != VIEWER;
      case OPERATE, APPROVE, AUTHOR, ADMINISTER -> permission == own;
    };
  }

  /** As people type it. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role of a word; empty if there is none, such as one of a newer version. */
  public static Optional<Role> named(String word) {
    return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
  }

  /**
   * The role of a word that somebody typed.
   *
   * @throws IllegalArgumentException if there is none
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Role require(String word) {
    return named(word)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "role: '%s' (expected: one of %s)"
                    .formatted(
                        word,
                        String.join(", ", Arrays.stream(values()).map(Role::word).toList()))));
  }

  @Override
  public String toString() {
    return word();
  }
}
