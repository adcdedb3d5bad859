package dev.muster.agent.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Actions as Muster's core submits them. */
public final class Offers {

  private Offers() {}

  /**
   * With nothing but what it does.
   *
   * @param args as JSON
   */
  public static Offer of(UUID id, String kind, String args) {
    return new Offer(
        id,
        new StoredAction.Work(kind, Rows.json(args), Map.of(), Optional.empty(), "core"),
        Optional.empty(),
        List.of(),
        Optional.empty());
  }
}
