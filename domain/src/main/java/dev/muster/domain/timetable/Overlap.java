package dev.muster.domain.timetable;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What becomes of a due time at which the action before it is unfinished. */
public enum Overlap {
  /** Nothing starts. */
  @JsonProperty("skip")
  SKIP,
  /** One more starts; it waits for its turn as any other action. */
  @JsonProperty("allow")
  ALLOW;

  /** As documents and answers have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
