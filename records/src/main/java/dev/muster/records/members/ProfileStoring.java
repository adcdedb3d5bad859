package dev.muster.records.members;

/** What became of a request to store a profile. */
public sealed interface ProfileStoring {

  ProfileRecord profile();

  /** It is a new version. */
  record Stored(ProfileRecord profile) implements ProfileStoring {}

  /** The newest version says the same already. */
  record Existing(ProfileRecord profile) implements ProfileStoring {}
}
