package dev.muster.agent.hosting;

import dev.muster.agent.execution.Notes;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.json.BadField;
import dev.muster.agent.settings.HostingSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/**
 * The folder of the members, for one action at a time: a folder for each, with its record and the
 * numbered folders of the member itself. A member is forgotten in one step, by renaming its folder.
 */
final class HostedFolders implements AutoCloseable {

  private static final String RECORD = "record";
  private static final String GONE = ".gone-";

  private final HostingSettings settings;
  private final FileChannel lock;

  private HostedFolders(HostingSettings settings, FileChannel lock) {
    this.settings = settings;
    this.lock = lock;
  }

  /**
   * Takes the folder, and removes what an agent before could not to the end.
   *
   * @throws IOException if another agent has it
   */
  static HostedFolders take(HostingSettings settings) throws IOException {
    ownOnly(settings.folder());
    HostedFolders taken = new HostedFolders(settings, lock(settings.folder()));
    for (Path gone : taken.list(settings.folder(), name -> name.startsWith(GONE))) {
      delete(gone);
    }
    return taken;
  }

  /** A folder for the agent's user alone: specs may have secrets. */
  private static void ownOnly(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      }
    }
  }

  private static FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException sameProcess) {
      // the same message serves
    }
    channel.close();
    throw new IOException(
        "another agent works on the members in %s at this moment: give each agent a folder of its own ('members.folder' in its configuration)"
            .formatted(folder));
  }

  Optional<HostedMember> find(String name) throws IOException {
    Optional<String> text = new Notes(folder(name)).read(RECORD);
    try {
      return text.map(HostedMember::read);
    } catch (JacksonException | BadField damaged) {
      throw new IOException(
          "the record of member %s is damaged: %s: %s"
              .formatted(name, new Notes(folder(name)).file(RECORD), damaged.getMessage()),
          damaged);
    }
  }

  /** All whose records can be read: one that is damaged stops nobody but itself. */
  List<HostedMember> all() throws IOException {
    List<HostedMember> members = new ArrayList<>();
    for (Path folder : list(settings.folder(), name -> !name.startsWith("."))) {
      try {
        find(folder.getFileName().toString()).ifPresent(members::add);
      } catch (IOException damaged) {
        Journal.warn("a member is left out", damaged);
      }
    }
    return members;
  }

  /** Returns when it is on the disk. */
  void write(HostedMember member) throws IOException {
    ownOnly(folder(member.name()));
    new Notes(folder(member.name())).write(RECORD, member.written());
  }

  /** Forgets a member of which nothing runs any more. */
  void forget(String name) throws IOException {
    discard(folder(name));
  }

  /** A folder is gone in one step; that its files are too may take until another action. */
  void discard(Path folder) throws IOException {
    Path gone = settings.folder().resolve(GONE + UUID.randomUUID());
    Files.move(folder, gone, StandardCopyOption.ATOMIC_MOVE);
    Notes.trySync(settings.folder());
    delete(gone);
  }

  /** Where a member is. */
  Path home(HostedMember member) {
    return folder(member.name()).resolve(Integer.toString(member.runs().folder()));
  }

  /** Where a member is and was. */
  List<Path> homes(String name) throws IOException {
    return list(folder(name), number -> number.matches("\\d+"));
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException stays) {
      Journal.warn("%s cannot be removed to the end".formatted(folder), stays);
    }
  }

  /** Two ports that no member has, and on which nobody listens at this moment. */
  Optional<HostedMember.Ports> freePorts() throws IOException {
    Set<Integer> taken = new TreeSet<>();
    for (HostedMember member : all()) {
      taken.add(member.ports().agent());
      taken.add(member.ports().service());
    }
    InetAddress host = InetAddress.getByName(settings.host());
    List<Integer> free =
        IntStream.rangeClosed(settings.ports().first(), settings.ports().last())
            .boxed()
            .filter(port -> !taken.contains(port) && isFree(host, port))
            .limit(2)
            .toList();
    return free.size() < 2
        ? Optional.empty()
        : Optional.of(new HostedMember.Ports(free.getFirst(), free.getLast()));
  }

  private static boolean isFree(InetAddress host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port), 1);
      return true;
    } catch (IOException inUse) {
      return false;
    }
  }

  private Path folder(String name) {
    return settings.folder().resolve(name);
  }

  private List<Path> list(Path folder, Predicate<String> name) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isDirectory)
          .filter(file -> name.test(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
