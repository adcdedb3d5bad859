package dev.muster.agent.artifact;

import dev.muster.agent.execution.Notes;
import dev.muster.agent.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The place of an artifact: the file that everybody uses, and beside it the folder {@code
 * .NAME.muster}, on the same disk, with what is not whole yet and with the files before. The file
 * is exchanged by renaming, so that it is the old one or the new one at every moment.
 *
 * @param target the file; its folder without a symbolic link
 */
public record ArtifactPlace(Path target) {

  private static final Pattern PREVIOUS = Pattern.compile("previous-(\\d{6})-([0-9a-f]{64})");
  private static final Pattern OWN_FOLDER = Pattern.compile("\\..+\\.muster");

  /** A file that was there before. */
  public record Previous(Path file, int number, String sha256) {

    /** Its name, which says the rest. */
    public String name() {
      return "previous-%06d-%s".formatted(number, sha256);
    }
  }

  /** Whether a path leads into what belongs to the agent. */
  public static boolean isInside(Path path) {
    for (Path name : path) {
      if (OWN_FOLDER.matcher(name.toString()).matches()) {
        return true;
      }
    }
    return false;
  }

  /** Why nothing can be put there; empty if it can. */
  public Optional<String> obstacle() throws IOException {
    if (Files.isSymbolicLink(target)) {
      return Optional.of("%s is a symbolic link: name the file that it leads to".formatted(target));
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      return Optional.of("%s is no regular file".formatted(target));
    }
    if (!Files.isDirectory(parent())) {
      return Optional.of("the folder %s is not there: make it first".formatted(parent()));
    }
    boolean strange =
        Files.exists(folder(), LinkOption.NOFOLLOW_LINKS)
            && (!Files.isDirectory(folder(), LinkOption.NOFOLLOW_LINKS) || !isOwn(folder()));
    return strange
        ? Optional.of("%s was not made by this agent: remove it".formatted(folder()))
        : Optional.empty();
  }

  /** Makes the folder beside it, for the agent alone. */
  public void prepare() throws IOException {
    if (!Files.isDirectory(folder())) {
      Files.createDirectory(
          folder(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }

  /** Where an artifact is brought to; {@code key} tells one from another. */
  public Path part(String key) {
    return folder().resolve("part-" + key);
  }

  /** The files before, the newest first. */
  public List<Previous> previous() throws IOException {
    if (!Files.isDirectory(folder())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .flatMap(file -> read(file).stream())
          .sorted(Comparator.comparingInt(Previous::number).reversed())
          .toList();
    }
  }

  /** The file before that has, or had, this name; empty if none is called so. */
  public Optional<Previous> previous(String name) {
    return read(folder().resolve(name));
  }

  /**
   * Keeps the file that is there as the newest of those before, and exchanges it. Harmless when it
   * was begun before and not ended.
   *
   * @param next takes its place
   * @param current hash of the one that is there; empty if there is none
   * @throws IOException if it was not exchanged
   */
  public void swap(Path next, Optional<String> current) throws IOException {
    if (current.isPresent()) {
      keep(current.get());
    }
    put(next);
  }

  /** Puts this file of before back. */
  public void back(Previous one) throws IOException {
    put(one.file());
  }

  /** Forgets the files that came after the one of this number, which was put back. */
  public void forgetAfter(int number) throws IOException {
    for (Previous later : previous()) {
      if (later.number() > number) {
        forget(later.file());
      }
    }
  }

  private void put(Path file) throws IOException {
    Notes.sync(file);
    Notes.sync(folder());
    Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    Notes.trySync(parent());
    Notes.trySync(folder());
  }

  /**
   * Forgets all but so many of the files before, and what else is there but for {@code spared}. A
   * failure costs disk space and nothing else.
   */
  public void tidy(int keep, Predicate<Path> spared) {
    if (!Files.isDirectory(folder())) {
      return;
    }
    try {
      previous().stream().skip(keep).forEach(one -> forget(one.file()));
      List<Path> files;
      try (Stream<Path> listed = Files.list(folder())) {
        files = listed.toList();
      }
      files.stream()
          .filter(file -> read(file).isEmpty() && !spared.test(file))
          .forEach(ArtifactPlace::forget);
      if (files.stream().noneMatch(Files::exists)) {
        forget(folder());
      }
    } catch (IOException failed) {
      Journal.warn("%s cannot be tidied".formatted(folder()), failed);
    }
  }

  private static void forget(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException failed) {
      Journal.warn("%s cannot be deleted".formatted(path), failed);
    }
  }

  private void keep(String sha256) throws IOException {
    Optional<Previous> newest = previous().stream().findFirst();
    if (newest.filter(one -> one.sha256().equals(sha256)).isPresent()) {
      return;
    }
    int number = newest.map(Previous::number).orElse(0) + 1;
    Path name = folder().resolve(new Previous(target, number, sha256).name());
    try {
      Files.createLink(name, target);
    } catch (UnsupportedOperationException | IOException noLinks) {
      Path copy = folder().resolve("copy");
      Files.copy(
          target, copy, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
      Files.move(copy, name, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static boolean isOwn(Path folder) throws IOException {
    Path self = Path.of("/proc/self");
    String owner = Files.getOwner(folder).getName();
    return owner.equals(
        Files.exists(self) ? Files.getOwner(self).getName() : System.getProperty("user.name"));
  }

  private static Optional<Previous> read(Path file) {
    Matcher name = PREVIOUS.matcher(file.getFileName().toString());
    return name.matches()
        ? Optional.of(new Previous(file, Integer.parseInt(name.group(1)), name.group(2)))
        : Optional.empty();
  }

  private Path parent() {
    return Optional.ofNullable(target.getParent())
        .orElseThrow(() -> new IllegalStateException("%s has no folder".formatted(target)));
  }

  private Path folder() {
    return target.resolveSibling("." + target.getFileName() + ".muster");
  }
}
