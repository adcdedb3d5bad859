package dev.muster.records.playbooks;

/** What became of a request to store a playbook. */
public sealed interface PlaybookStoring {

  PlaybookRecord playbook();

  /** It is a new version. */
  record Stored(PlaybookRecord playbook) implements PlaybookStoring {}

  /** A version with the same content was there already. */
  record Existing(PlaybookRecord playbook) implements PlaybookStoring {}
}
