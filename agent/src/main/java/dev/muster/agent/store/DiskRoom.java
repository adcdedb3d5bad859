package dev.muster.agent.store;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The room on the disk where {@code folder} is.
 *
 * @param least bytes below which the disk counts as full, so that what is under way can end
 */
public record DiskRoom(Path folder, long least) {

  /** What is missing; empty while there is room, or where nobody can tell. */
  public Optional<String> shortage() {
    File disk = folder.toFile();
    long free = disk.getUsableSpace();
    return free >= least || disk.getTotalSpace() == 0
        ? Optional.empty()
        : Optional.of(
            "the disk is full: %d KB are free for %s (expected: at least %d KB)"
                .formatted(free >> 10, folder, least >> 10));
  }
}
