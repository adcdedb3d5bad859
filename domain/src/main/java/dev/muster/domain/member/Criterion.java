package dev.muster.domain.member;

/** Which members go first, of those that are well (OpenStack Senlin). */
public enum Criterion {
  RANDOM,
  OLDEST_FIRST,
  OLDEST_PROFILE_FIRST,
  YOUNGEST_FIRST
}
