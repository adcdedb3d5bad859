package dev.muster.standalone.database;

import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/** PostgreSQL's own programs, unpacked from the class path when the first of them is run. */
final class PostgresPrograms {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresPrograms.class);

  private final ProgramFolder folder;
  private final ProgramFolder shared;
  private Optional<Path> unpacked = Optional.empty();

  /**
   * @param folder of one data folder
   * @param shared of all of this user's, which may be deleted at any time
   */
  PostgresPrograms(ProgramFolder folder, ProgramFolder shared) {
    this.folder = folder;
    this.shared = shared;
  }

  private synchronized Path unpacked() throws IOException {
    if (unpacked.isEmpty()) {
      PostgresArchive archive = PostgresArchive.read();
      unpacked = Optional.of(folder.get(archive.name(), empty -> unpackedOnce(archive, empty)));
    }
    return unpacked.get();
  }

  /** From the user's other data folders if it can be, for unpacking takes seconds. */
  private void unpackedOnce(PostgresArchive archive, Path into) throws IOException {
    try {
      shared.get(archive.name(), archive::unpack);
      shared.linkInto(into, archive.name());
    } catch (IOException notShared) {
      LOG.debug("PostgreSQL's programs are unpacked into the data folder alone", notShared);
      FileSystemUtils.deleteRecursively(into);
      Files.createDirectory(into);
      archive.unpack(into);
    }
  }

  /**
   * Runs one to its end and returns its exit code; what it prints goes into {@code log}.
   *
   * @throws IOException also if there are no programs for this machine
   */
  int run(Path log, String program, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(notAsRoot());
    command.add(unpacked().resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    Process process = builder.start();
    try {
      return process.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StartProblem("interrupted while " + program + " ran", interrupted);
    }
  }

  /** PostgreSQL refuses to run as root; in a user namespace it does not see that it does. */
  private static List<String> notAsRoot() {
    return System.getProperty("user.name").equals("root") ? List.of("unshare", "-U") : List.of();
  }
}
