package dev.muster.domain.cluster;

/** What became of opening a token that was sealed for a node. */
public sealed interface OpenedToken {

  /** It is this one. */
  record Plain(String text) implements OpenedToken {

    /** Without the token. */
    @Override
    public String toString() {
      return "Plain";
    }
  }

  /** It cannot be opened; a sentence that says what to do. */
  record Closed(String why) implements OpenedToken {}
}
