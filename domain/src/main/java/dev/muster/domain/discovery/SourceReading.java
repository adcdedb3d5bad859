package dev.muster.domain.discovery;

import java.util.List;

/** What came of reading a source. */
public sealed interface SourceReading {

  /**
   * It names these nodes.
   *
   * @param nodes by id
   * @param notes what of it was left out, for people
   */
  record Named(List<WantedNode> nodes, List<String> notes) implements SourceReading {
    public Named {
      nodes = List.copyOf(nodes);
      notes = List.copyOf(notes);
    }
  }

  /**
   * It says nothing that can be relied on: what it said before holds.
   *
   * @param why for people, and what to do about it
   */
  record Unusable(String why) implements SourceReading {}
}
