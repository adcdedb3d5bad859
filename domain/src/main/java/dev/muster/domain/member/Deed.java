package dev.muster.domain.member;

import dev.muster.domain.action.ActionKind;
import java.time.Duration;
import java.util.Locale;

/** What is done to a member by its provider. */
public enum Deed {
  CREATE(Duration.ofMinutes(10)),
  DELETE(Duration.ofMinutes(10)),
  CHECK(Duration.ofMinutes(1)),
  UPDATE(Duration.ofMinutes(10)),
  RECOVER(Duration.ofMinutes(10));

  private final Duration usualTimeout;

  Deed(Duration usualTimeout) {
    this.usualTimeout = usualTimeout;
  }

  /** The kind that does it unless a profile names another one. */
  public ActionKind usualKind() {
    return new ActionKind("member." + word());
  }

  /** How long it may take unless a profile says so. */
  public Duration usualTimeout() {
    return usualTimeout;
  }

  /** As documents name it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For sentences: what became of a member. */
  public String done() {
    return switch (this) {
      case CREATE -> "created";
      case DELETE -> "deleted";
      case CHECK -> "checked";
      case UPDATE -> "updated";
      case RECOVER -> "recovered";
    };
  }
}
