package dev.muster.domain.event;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which part of an action's life an event is; the first three words are Senlin's. */
public enum EventPhase {
  /** It is executed now. */
  @JsonProperty("start")
  START,
  /** It is over, and did not fail. */
  @JsonProperty("end")
  END,
  /** It is over, and failed. */
  @JsonProperty("error")
  ERROR,
  /** It is tried again. */
  @JsonProperty("retry")
  RETRY,
  /** Anything else. */
  @JsonProperty("change")
  CHANGE
}
