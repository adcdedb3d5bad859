package dev.muster.cli.install;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One ssh connection, and the dialog over it with {@code agent-install.sh}. The script comes over
 * standard input as everything does: nothing of it, and no secret, is on a command line. When the
 * connection ends before {@link #keep}, the script leaves the node as it was.
 */
final class NodeDialog implements AutoCloseable {

  private static final String END = "# end of the script";

  /** Reads the script line by line, so that what follows it is left to the script. */
  private static final String SHELL =
      "sh -c 's=$(while IFS= read -r l && [ \"$l\" != \"%s\" ]; do printf \"%%s\\n\" \"$l\"; done); eval \"$s\"'"
          .formatted(END);

  private final Process ssh;
  private final OutputStream in;
  private final BufferedReader out;
  private final Path errors;
  private final Consumer<String> steps;
  private String step = "connect";

  /**
   * How ssh is started.
   *
   * @param config its configuration file, if it is not the usual one
   * @param sudo what comes before the shell; may be empty
   */
  record Connection(SshTarget target, Optional<String> config, List<String> sudo) {

    List<String> command() {
      List<String> command = new ArrayList<>(List.of("ssh", "-T"));
      config.ifPresent(file -> command.addAll(List.of("-F", file)));
      command.addAll(List.of("-o", "ConnectTimeout=15"));
      command.addAll(List.of("-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=4"));
      command.addAll(target.arguments());
      command.addAll(sudo);
      command.add(SHELL);
      return command;
    }
  }

  /** What is to be installed. */
  record Order(AgentTarball tarball, Texts files) {}

  /** Small texts that become files for the agent's user alone. */
  record Texts(String config, String joinToken, String authorities) {}

  private NodeDialog(Process ssh, Path errors, Consumer<String> steps) {
    this.ssh = ssh;
    this.in = ssh.getOutputStream();
    this.out = ssh.inputReader(StandardCharsets.UTF_8);
    this.errors = errors;
    this.steps = steps;
  }

  /** Connects, and begins the script. */
  static NodeDialog open(Connection connection, Consumer<String> steps) {
    try {
      Path errors = Files.createTempFile("muster-ssh", ".err");
      Process ssh = new ProcessBuilder(connection.command()).redirectError(errors.toFile()).start();
      return new NodeDialog(ssh, errors, steps);
    } catch (IOException unable) {
      throw new InstallFailure(
          "connect", "ssh cannot be started: " + unable.getMessage(), "install OpenSSH's client");
    }
  }

  /** What the script finds on the node. */
  Map<String, String> look(String home, String data) {
    send(script() + "\n" + END + "\n" + home + "\n" + data + "\n");
    return untilReady();
  }

  /**
   * Installs and starts; returns when the agent has joined. The tarball is sent if it is asked for.
   */
  void install(Order order, boolean withTarball) {
    AgentTarball tarball = order.tarball();
    send(
        "install\n%d\n%s\n%s\n%s\n%s\n%s\n"
            .formatted(
                withTarball ? tarball.bytes() : 0,
                tarball.sha256(),
                tarball.image(),
                encoded(order.files().config()),
                encoded(order.files().joinToken()),
                encoded(order.files().authorities())));
    if (withTarball) {
      try {
        Files.copy(tarball.file(), in);
        in.flush();
      } catch (IOException broken) {
        // What the script said before it ended says more than a broken pipe.
        untilReady();
        throw lost();
      }
    }
    untilReady();
  }

  /** What was installed stays. */
  void keep() {
    send("keep\n");
    String line = line();
    if (!line.equals("kept")) {
      throw lost();
    }
  }

  private Map<String, String> untilReady() {
    Map<String, String> facts = new LinkedHashMap<>();
    for (String line = line(); !line.equals("ready"); line = line()) {
      String[] words = line.split(" ", 3);
      switch (words[0]) {
        case "fact" -> facts.put(words[1], words.length > 2 ? words[2].strip() : "");
        case "step" -> {
          step = words[1];
          steps.accept(step);
        }
        case "failed" -> throw failure(line.substring("failed ".length()));
        default -> {} // what the node's shell says at a log-in
      }
    }
    return facts;
  }

  private static InstallFailure failure(String said) {
    String[] parts = said.split("\t", 3);
    return new InstallFailure(
        parts[0], parts.length > 1 ? parts[1] : "", parts.length > 2 ? parts[2] : "");
  }

  private String line() {
    try {
      String line = out.readLine();
      if (line != null) {
        return line;
      }
    } catch (IOException broken) {
      throw lost();
    }
    throw lost();
  }

  private void send(String text) {
    try {
      in.write(text.getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException broken) {
      throw lost();
    }
  }

  private InstallFailure lost() {
    close();
    String said = "";
    try {
      List<String> lines =
          Files.readString(errors, StandardCharsets.UTF_8)
              .lines()
              .filter(l -> !l.isBlank())
              .toList();
      said = lines.isEmpty() ? "" : lines.getLast().strip();
    } catch (IOException unreadable) {
      said = String.valueOf(unreadable.getMessage());
    }
    return new InstallFailure(
        step,
        said.isEmpty() ? "the connection was lost" : said,
        step.equals("connect")
            ? "try the same with ssh: user, host, port, key, and a host key that is known"
            : "the node goes back by itself to what it was");
  }

  private static String script() {
    try (InputStream resource = NodeDialog.class.getResourceAsStream("/install/agent-install.sh")) {
      if (resource == null) {
        throw new IllegalStateException("agent-install.sh is not in this program");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
    } catch (IOException unreadable) {
      throw new IllegalStateException("agent-install.sh cannot be read", unreadable);
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Ends the connection; the script has then ended, too, with what it does at its end. */
  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException gone) {
      // It is closed all the same.
    }
    try {
      if (!ssh.waitFor(30, TimeUnit.SECONDS)) {
        ssh.destroy();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      ssh.destroy();
    }
  }
}
