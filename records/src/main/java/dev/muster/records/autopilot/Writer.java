package dev.muster.records.autopilot;

import dev.muster.domain.action.Actor;
import java.time.Instant;

/**
 * Who writes an object, and when.
 *
 * @param requester for whom runs are that begin by it
 * @param actor who did it, for the audit: a person, or an update configuration for one
 */
public record Writer(String requester, Actor actor, Instant at) {

  /** A person. */
  public static Writer person(String name, Instant at) {
    return new Writer(name, Actor.user(name), at);
  }
}
