package dev.muster.records.members;

/** What became of a request to remove a profile. */
public sealed interface ProfileRemoval {

  /** It is gone, with all its versions. */
  record Removed() implements ProfileRemoval {}

  /** There is none of this name. */
  record NotFound() implements ProfileRemoval {}

  /**
   * It is in use.
   *
   * @param clusters that make members from it
   * @param members that were made from it
   */
  record Refused(int clusters, int members) implements ProfileRemoval {}
}
