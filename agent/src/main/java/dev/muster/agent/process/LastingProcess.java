package dev.muster.agent.process;

import dev.muster.domain.shown.Shortened;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The place of a process that outlives its agent, kept on disk: which one runs there is known to
 * every agent that comes later.
 *
 * <p>It begins as {@link ProcessSlot} has it: below a gate that waits for a line, after it was
 * written down which process that is. An agent that dies before leaves nothing that runs. The gate
 * says that it got the line, and becomes the process itself.
 */
public final class LastingProcess {

  private static final String GATE =
      """
      file=$1; shift
      read -r go || { echo no >"$file"; exit 125; }
      echo yes >"$file" || exit 125
      exec "$@" </dev/null
      """;

  private static final String PASSED = "yes";
  private static final Duration LOOK = Duration.ofMillis(5);
  private static final long MOST_OUTPUT = 4L << 20;
  private static final int LAST_WORDS = 400;

  private final Path folder;

  /** The place in this folder. */
  public LastingProcess(Path folder) {
    this.folder = folder;
  }

  private enum Standing {
    /** Nothing was begun here, or what was never passed the gate. */
    EMPTY,
    /** Whether it will pass is not known yet: its agent died, or is about to let it. */
    AT_THE_GATE,
    RUNS,
    ENDED
  }

  /** By which name the one that was begun here was called; empty if none was. */
  public Optional<String> run() throws IOException, InterruptedException {
    return settled() == Standing.EMPTY
        ? Optional.empty()
        : Optional.of(Files.readString(folder.resolve("run")).strip());
  }

  /** Whether it runs. */
  public boolean isAlive() throws IOException {
    return standing() == Standing.RUNS;
  }

  /** Its process id, while it runs. */
  public Optional<Long> pid() throws IOException {
    return ProcessIdentity.read(identity())
        .filter(ProcessIdentity::isAlive)
        .map(ProcessIdentity::pid);
  }

  /** How long ago it began. */
  public Duration age() throws IOException {
    return Duration.between(Files.getLastModifiedTime(gate()).toInstant(), Instant.now());
  }

  /** Which process it is, for who looks after it: see {@code ProcessProbe}. */
  public Path identity() {
    return folder.resolve("identity");
  }

  /**
   * Begins another one in place of what was here, which has ended. Returns when it has begun.
   *
   * @param run how it is called
   * @throws IOException if it cannot be begun
   */
  public void begin(Command command, String run) throws IOException, InterruptedException {
    Process process = launch(command, run);
    try (OutputStream gate = process.getOutputStream()) {
      ProcessIdentity.of(process.pid())
          .orElseThrow(() -> new IOException("the process ended before it began"))
          .write(identity());
      gate.write("go\n".getBytes(StandardCharsets.US_ASCII));
    }
    if (settled() == Standing.EMPTY) {
      throw new IOException("the process did not begin: " + lastWords());
    }
  }

  /** The gate, which waits to be told to let the process begin. */
  Process launch(Command command, String run) throws IOException {
    clear();
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("run"), run);
    List<String> argv =
        new ArrayList<>(
            List.of("setsid", "/bin/sh", "-c", GATE, "muster", gate().toAbsolutePath().toString()));
    argv.addAll(command.argv());
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
    command.directory().map(Path::toFile).ifPresent(builder::directory);
    builder.environment().clear();
    builder.environment().putAll(command.environment());
    return builder.start();
  }

  /**
   * Ends it and what it began without detaching it: SIGTERM, after the grace SIGKILL. Returns when
   * they are gone.
   */
  public void stop(Duration grace) throws IOException, InterruptedException {
    if (settled() == Standing.RUNS) {
      ProcessIdentity leader = ProcessIdentity.read(identity()).orElseThrow();
      List<ProcessIdentity> all = new ArrayList<>(ProcessTable.ofSession(leader.pid()));
      all.add(leader);
      // If the leader is gone by now, what the session's id stands for is not known.
      List<ProcessIdentity> ours = leader.isAlive() ? List.copyOf(all) : List.of();
      ProcessTable.end(() -> ours, grace);
    }
  }

  /** Forgets what was here, which has ended; its output stays. */
  public void clear() throws IOException {
    Files.deleteIfExists(identity());
    Files.deleteIfExists(gate());
  }

  /** The end of what it printed, in one line. */
  public String lastWords() throws IOException {
    if (!Files.exists(output())) {
      return "it printed nothing";
    }
    try (RandomAccessFile file = new RandomAccessFile(output().toFile(), "r")) {
      file.seek(Math.max(0, file.length() - Tail.LIMIT));
      byte[] bytes = new byte[(int) Math.min(file.length(), Tail.LIMIT)];
      file.readFully(bytes);
      List<String> lines =
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      return lines.isEmpty()
          ? "it printed nothing"
          : Shortened.to(
              LAST_WORDS,
              String.join(" / ", lines.subList(Math.max(0, lines.size() - 3), lines.size())));
    }
  }

  /** Keeps what it printed from filling the disk: the part before is kept once. */
  public void trim() throws IOException {
    File output = output().toFile();
    if (output.length() > MOST_OUTPUT) {
      Files.copy(
          output.toPath(), folder.resolve("output.before"), StandardCopyOption.REPLACE_EXISTING);
      try (RandomAccessFile file = new RandomAccessFile(output, "rw")) {
        file.setLength(0); // it appends, whatever the length
      }
    }
  }

  private Standing settled() throws IOException, InterruptedException {
    Standing now = standing();
    while (now == Standing.AT_THE_GATE) {
      Thread.sleep(LOOK);
      now = standing();
    }
    return now;
  }

  /** Life is looked at first: what the gate of a dead process says is its last word. */
  private Standing standing() throws IOException {
    Optional<ProcessIdentity> noted = ProcessIdentity.read(identity());
    if (noted.isEmpty()) {
      return Standing.EMPTY;
    }
    boolean lives = noted.get().isAlive();
    boolean passed = Files.exists(gate()) && Files.readString(gate()).strip().equals(PASSED);
    if (lives) {
      return passed ? Standing.RUNS : Standing.AT_THE_GATE;
    }
    return passed ? Standing.ENDED : Standing.EMPTY;
  }

  private Path gate() {
    return folder.resolve("gate");
  }

  private Path output() {
    return folder.resolve("output");
  }
}
