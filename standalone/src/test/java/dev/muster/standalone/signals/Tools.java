package dev.muster.standalone.signals;

import dev.muster.standalone.acceptance.TemporalCli;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The real {@code temporal} and {@code tctl}, as {@code scripts/real-temporal} installed them. */
final class Tools {

  private static final Path SCRIPT = Path.of("..", "scripts", "real-temporal");

  private final TemporalCli engine;

  /** What a command said. */
  record Said(int code, String text) {}

  Tools(TemporalCli engine) {
    this.engine = engine;
  }

  /** Where a program is, if it is. */
  static Optional<Path> find(String program) {
    Said said = run(List.of(SCRIPT.toString(), "path", program), Map.of());
    return Optional.of(said)
        .filter(answer -> answer.code() == 0)
        .map(answer -> Path.of(answer.text().strip()))
        .filter(Files::isExecutable);
  }

  /** Runs a line of the document in a shell, with its variables. */
  Said run(DocumentedCommand command, Map<String, String> variables) {
    String program = command.program();
    Path binary = find(program).orElseThrow();
    Map<String, String> environment = new java.util.LinkedHashMap<>(variables);
    environment.put("TEMPORAL_ADDRESS", engine.address());
    environment.put("TEMPORAL_NAMESPACE", engine.namespace());
    environment.put("TEMPORAL_CLI_ADDRESS", engine.address());
    environment.put("TEMPORAL_CLI_NAMESPACE", engine.namespace());
    environment.put(
        "PATH", binary.toAbsolutePath().getParent() + File.pathSeparator + System.getenv("PATH"));
    return run(List.of("sh", "-c", command.line()), environment);
  }

  private static Said run(List<String> command, Map<String, String> environment) {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null"));
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Said(process.waitFor(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
