package dev.muster.standalone.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file to which every step of a playbook writes one line when it is done. */
public final class Journal {

  private final Path file;

  private Journal(Path file) {
    this.file = file;
  }

  /** An empty one in {@code folder}. */
  public static Journal in(Path folder) {
    try {
      return new Journal(Files.createTempFile(folder, "journal", ""));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** What the steps wrote: node and step. A step that ran twice wrote two lines. */
  public List<String> lines() {
    try {
      return Files.readAllLines(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A step of a playbook that takes {@code seconds} and then writes its line. */
  public String step(String name, String seconds) {
    return "{name: %s, action: exec.command, args: {argv: [/bin/sh, -c, 'sleep %s; echo ${node.id} %s >> %s']}}"
        .formatted(name, seconds, name, file);
  }
}
