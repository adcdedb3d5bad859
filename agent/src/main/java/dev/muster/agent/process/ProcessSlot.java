package dev.muster.agent.process;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.store.DiskRoom;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The place of one command of one action, kept on disk: the command is begun at most once, however
 * often the agent is killed and whenever.
 *
 * <p>The command runs in a session of its own below a shell that waits for a line before it begins.
 * The agent writes down which process that is, and only then sends the line: if the agent dies
 * before, the shell reads the end of its input, says so and goes away: nothing has happened, and
 * the next agent begins. The shell leaves the exit code in a file, so an agent that comes later
 * knows it too; the file has its place on the disk before, because the disk may be full by then.
 */
public final class ProcessSlot {

  private static final String SHELL =
      """
      read -r go || { echo no 1<> "$1"; exit 125; }
      file=$1; exec <"$2"; shift 2
      trap : TERM INT HUP
      "$@"
      code=$?
      echo $code 1<> "$file"
      exit $code
      """;

  /**
   * Not {@code runuser}, which stays beside the command and kills it two seconds after a SIGTERM,
   * whatever its grace. Who does not say where the user is at home gets what the system says.
   */
  private static final String AS_USER =
      """
      user=$1; shift
      [ -n "${HOME+set}" ] || { HOME=$(getent passwd "$user" | cut -d: -f6); export HOME; }
      exec setpriv --reuid "$user" --regid "$(id -g "$user")" --init-groups -- "$@"
      """;

  /** What the shell leaves if its agent died between noting it and telling it to begin. */
  private static final String NEVER_BEGUN = "no";

  /** How often output is moved, and a process looked after that is not the agent's child. */
  private static final Duration TICK = Duration.ofMillis(50);

  private static final Path NOTHING = Path.of("/dev/null");
  private static final Duration ROOM_PAUSE = Duration.ofSeconds(1);
  private static final long LEAST_ROOM = 1L << 20;

  private final Path folder;

  private ProcessSlot(Path folder) {
    this.folder = folder;
  }

  /** The slot of this name in the action's folder. */
  public static ProcessSlot of(Execution execution, String name) {
    return new ProcessSlot(execution.subject().folder().resolve(name));
  }

  /** Whether the command was begun, now or before a restart. */
  public boolean wasBegun() throws IOException {
    return ProcessIdentity.read(identity()).isPresent();
  }

  /** Forgets what ran here, so that the next {@link #run} begins anew. */
  public void clear() throws IOException {
    if (Files.isDirectory(folder)) {
      for (String name : List.of("identity", "exit", "stdout", "stderr", "positions")) {
        Files.deleteIfExists(folder.resolve(name));
      }
    }
  }

  /**
   * Runs the command to its end, or goes on with it if it was begun. Cancelling and time-outs end
   * it: SIGTERM to its group, SIGKILL after its grace.
   *
   * @throws IOException if the command cannot be begun
   */
  public Ended run(Command command, Execution execution) throws IOException, InterruptedException {
    Ended ended = attempt(command, execution);
    while (ended.how() == Ended.How.VANISHED && left().equals(NEVER_BEGUN)) {
      clear();
      ended = attempt(command, execution);
    }
    return ended;
  }

  private Ended attempt(Command command, Execution execution)
      throws IOException, InterruptedException {
    Optional<ProcessIdentity> before = ProcessIdentity.read(identity());
    ProcessIdentity process =
        before.isPresent() ? before.get() : begin(command, execution.control());
    try (OutputCollector output = OutputCollector.open(folder, execution.log())) {
      return supervise(process, command.grace(), execution.control(), output);
    }
  }

  private ProcessIdentity begin(Command command, Control control) throws IOException {
    Process process = launch(command);
    try (OutputStream gate = process.getOutputStream()) {
      ProcessIdentity identity =
          ProcessIdentity.of(process.pid())
              .orElseThrow(() -> new IOException("the process ended before it began"));
      identity.write(identity());
      gate.write("go\n".getBytes(StandardCharsets.US_ASCII));
      Thread.ofVirtual()
          .start(() -> {
            process.onExit().join();
            control.wake();
          });
      return identity;
    }
  }

  /** The shell, which waits to be told to begin. */
  Process launch(Command command) throws IOException {
    clear();
    Files.createDirectories(folder);
    Files.writeString(exit(), "    \n");
    ProcessBuilder builder =
        new ProcessBuilder(argv(command))
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(OutputCollector.stdout(folder).toFile()))
            .redirectError(
                ProcessBuilder.Redirect.appendTo(OutputCollector.stderr(folder).toFile()));
    command.directory().ifPresent(directory -> builder.directory(directory.toFile()));
    builder.environment().clear();
    builder.environment().putAll(command.environment());
    return builder.start();
  }

  private List<String> argv(Command command) {
    List<String> argv =
        new ArrayList<>(
            List.of(
                "setsid",
                "/bin/sh",
                "-c",
                SHELL,
                "muster",
                exit().toAbsolutePath().toString(),
                command.input().orElse(NOTHING).toAbsolutePath().toString()));
    command
        .user()
        .ifPresent(user -> argv.addAll(List.of("/bin/sh", "-c", AS_USER, "muster", user)));
    argv.addAll(command.argv());
    return argv;
  }

  private Ended supervise(
      ProcessIdentity process, Duration grace, Control control, OutputCollector output)
      throws IOException, InterruptedException {
    ProcessGroup group = new ProcessGroup(process.pid());
    Wake why = Wake.GO_ON;
    long killAt = 0;
    boolean killed = false;
    if (process.isAlive()) {
      control.attach(group);
    }
    try {
      while (process.isAlive()) {
        Wake now = control.await(TICK);
        collect(output);
        if (why == Wake.GO_ON && now != Wake.GO_ON && process.isAlive()) {
          why = now;
          group.terminate();
          killAt = System.nanoTime() + grace.toNanos();
        } else if (why != Wake.GO_ON && !killed && System.nanoTime() - killAt >= 0) {
          group.kill();
          killed = true;
        }
      }
    } finally {
      control.detach();
    }
    if (why != Wake.GO_ON) {
      group.kill(); // what its children left behind
    }
    while (!collect(output)) {
      Thread.sleep(ROOM_PAUSE);
    }
    return new Ended(how(why), exitCode(), output.stdout(), output.stderr());
  }

  /** False while the disk is full: what was printed waits where the process left it. */
  private boolean collect(OutputCollector output) throws IOException {
    try {
      output.collect();
      return true;
    } catch (IOException failed) {
      if (new DiskRoom(folder, LEAST_ROOM).shortage().isPresent()) {
        return false;
      }
      throw failed;
    }
  }

  private Ended.How how(Wake why) throws IOException {
    return switch (why) {
      case CANCELLED -> Ended.How.CANCELLED;
      case TIMED_OUT -> Ended.How.TIMED_OUT;
      case GO_ON -> exitCode().isPresent() ? Ended.How.EXITED : Ended.How.VANISHED;
    };
  }

  private Optional<Integer> exitCode() throws IOException {
    String left = left();
    return left.isEmpty() || left.equals(NEVER_BEGUN)
        ? Optional.empty()
        : Optional.of(Integer.valueOf(left));
  }

  private String left() throws IOException {
    return Files.exists(exit()) ? Files.readString(exit()).strip() : "";
  }

  Path identity() {
    return folder.resolve("identity");
  }

  private Path exit() {
    return folder.resolve("exit");
  }
}
