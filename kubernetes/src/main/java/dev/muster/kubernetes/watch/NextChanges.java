package dev.muster.kubernetes.watch;

import java.util.List;

/** What somebody who knows a version has to be told next. */
public sealed interface NextChanges {

  /**
   * These, oldest first.
   *
   * @param upTo the version that is known then
   */
  record Told(List<ToldChange> changes, long upTo) implements NextChanges {
    public Told {
      changes = List.copyOf(changes);
    }
  }

  /** More than is kept for those who are a little behind: whoever asks has to read by itself. */
  record Behind() implements NextChanges {}

  /** Nothing more comes. */
  record Over() implements NextChanges {}
}
