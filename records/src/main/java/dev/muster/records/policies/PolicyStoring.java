package dev.muster.records.policies;

/** What became of a policy that was to be stored, or to have another name. */
public sealed interface PolicyStoring {

  /** It is there now. */
  record Kept(PolicyRecord policy) implements PolicyStoring {}

  /** It was there already, as it is. */
  record Same(PolicyRecord policy) implements PolicyStoring {}

  /** There is another one of that name. */
  record Taken(PolicyRecord other) implements PolicyStoring {}

  /** There is none to be renamed. */
  record NoPolicy() implements PolicyStoring {}
}
