package dev.muster.cli.command;

import dev.muster.cli.install.AgentTarball;
import dev.muster.cli.install.InstallFailure;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster agent package}: the image as a file. */
@Command(
    name = "package",
    description = {
      "Makes the agent's image: a tarball with everything that it needs.",
      "For this machine's platform, or for another one with the jmods of a JDK for it."
    },
    footer = {
      "",
      "Examples:",
      "  muster agent package --to muster-agent.tar.gz",
      "  muster agent package --platform linux-arm64 --jmods /opt/jdk-arm64/jmods --to arm64.tar.gz"
    })
final class AgentPackageCommand implements Callable<Integer> {
  private final Session session;

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description = "Where to put it (default: where it was made).")
  private Optional<String> to = Optional.empty();

  @Option(
      names = "--platform",
      paramLabel = "NAME",
      description = "Such as linux-arm64; with --jmods.")
  @SuppressWarnings("UnusedVariable") // the launcher reads it
  private Optional<String> platform = Optional.empty();

  @Option(
      names = "--jmods",
      paramLabel = "DIR",
      description = "The folder jmods of a JDK for that platform.")
  @SuppressWarnings("UnusedVariable") // the launcher reads it
  private Optional<String> jmods = Optional.empty();

  AgentPackageCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try {
      AgentTarball made = AgentCommands.tarball(session, Optional.empty());
      Path file = made.file();
      if (to.isPresent()) {
        file = Path.of(to.get());
        Files.copy(made.file(), file, StandardCopyOption.REPLACE_EXISTING);
      }
      ObjectNode json = Json.object().put("file", file.toString()).put("image", made.image());
      json.put("platform", made.platform()).put("sha256", made.sha256()).put("bytes", made.bytes());
      session
          .out()
          .println(
              session.wantsJson()
                  ? Json.write(json)
                  : "%s%nagent %s for %s, sha256 %s"
                      .formatted(file, made.image(), made.platform(), made.sha256()));
      return ExitCode.OK.number();
    } catch (InstallFailure failure) {
      return AgentCommands.failed(session, failure);
    } catch (IOException unwritable) {
      throw new UsageFailure(
          "--to %s cannot be written: %s".formatted(to.orElse(""), unwritable.getMessage()));
    }
  }
}
