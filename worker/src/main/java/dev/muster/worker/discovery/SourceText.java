package dev.muster.worker.discovery;

/** What a source gave. */
sealed interface SourceText {

  /** A document, whatever is in it. */
  record Text(String text) implements SourceText {}

  /** Nothing; the reason is for people, and says nothing of what the source holds. */
  record Away(String why) implements SourceText {}
}
