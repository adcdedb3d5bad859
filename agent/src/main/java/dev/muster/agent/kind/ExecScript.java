package dev.muster.agent.kind;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.process.Command;
import dev.muster.agent.process.ProcessSlot;
import dev.muster.agent.settings.Settings.Permissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Runs a {@code script} that comes with the action, by the interpreter of its first line ({@code
 * #!}) or else {@code /bin/sh}, with {@code arguments}. Off unless the node allows it.
 */
public final class ExecScript implements Kind {

  private static final String FROM_INPUT = "exec 3<&0 </dev/null; exec \"$@\"";

  private final Permissions permissions;

  public ExecScript(Permissions permissions) {
    this.permissions = permissions;
  }

  private record Script(String text, Command command) {}

  @Override
  public String name() {
    return "exec.script";
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, fields -> parse(fields, Path.of("script")));
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    Path file = execution.subject().folder().resolve("script");
    Script script =
        JsonFields.read("args", execution.subject().args(), fields -> parse(fields, file));
    ProcessSlot slot = ProcessSlot.of(execution, "command");
    if (!slot.wasBegun()) {
      Optional<String> problem = write(file, script);
      if (problem.isPresent()) {
        return Outcome.failed(problem.get());
      }
    }
    Command command = CommandArgs.placed(script.command(), execution);
    return ProcessOutcome.of(
        "the script",
        slot.run(command.user().isPresent() ? command.reading(file) : command, execution));
  }

  /** A script that was begun is found again; one that was not is begun now. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofHours(1));
  }

  /**
   * Another user cannot look into the agent's folders: its script is opened before the user is
   * changed, and read from there.
   */
  private Script parse(JsonFields args, Path file) {
    String text = args.text("script");
    boolean other = args.optionalText("user").isPresent();
    List<String> argv =
        new ArrayList<>(other ? List.of("/bin/sh", "-c", FROM_INPUT, "muster") : List.of());
    argv.addAll(interpreter(text));
    argv.add(other ? "/dev/fd/3" : file.toAbsolutePath().toString());
    argv.addAll(args.optionalTexts("arguments").orElse(List.of()));
    return new Script(text, CommandArgs.read(args, argv, permissions));
  }

  /** As the kernel reads it: the program, and all that follows as one argument. */
  private static List<String> interpreter(String script) {
    String line = script.lines().findFirst().orElse("");
    String[] words =
        line.startsWith("#!") ? line.substring(2).strip().split("\\s+", 2) : new String[0];
    return words.length == 0 || words[0].isEmpty() ? List.of("/bin/sh") : List.of(words);
  }

  /** Readable for the user that it runs as, and for nobody else. */
  private static Optional<String> write(Path file, Script script) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, script.text());
    if (script.command().user().isEmpty()) {
      return Optional.empty();
    }
    String user = script.command().user().get();
    try {
      Files.setOwner(
          file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user));
      return Optional.empty();
    } catch (IOException refused) {
      return Optional.of(
          "the script cannot be run as %s: %s"
              .formatted(
                  user,
                  refused instanceof UserPrincipalNotFoundException
                      ? "the node has no such user"
                      : "the agent is not root"));
    }
  }
}
