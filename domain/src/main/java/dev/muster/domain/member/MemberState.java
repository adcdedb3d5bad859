package dev.muster.domain.member;

/** How far a member is in its life. How its node is, its agent says. */
public enum MemberState {
  /** It is recorded, and its provider was not asked for it, or has not made it yet. */
  CREATING,
  /** It is there. */
  ACTIVE,
  /** Making, changing or looking at it failed, or its provider said that it is broken. */
  ERROR,
  /** Its provider was asked to remove it, and has not yet. */
  DELETING
}
