package dev.muster.standalone.acceptance;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Debian's {@code sshd} on the loopback, with keys of its own, for the user of the tests; who logs
 * in has a {@code PATH} on which there is no Java.
 */
final class SshDaemon implements AutoCloseable {

  private static final List<Path> WHERE =
      List.of(Path.of("/usr/sbin/sshd"), Path.of("/usr/local/sbin/sshd"));

  private static final List<String> PROGRAMS = List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin");

  private final Path folder;
  private final int port = PortBlock.free();
  private final Process process;

  private SshDaemon(Path program, Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder);
    key("host");
    key("user");
    withoutJava();
    Files.writeString(folder.resolve("sshd_config"), configuration());
    String host = Files.readString(folder.resolve("host.pub"));
    Files.writeString(folder.resolve("known"), "[127.0.0.1]:%d %s".formatted(port, host));
    Files.writeString(
        clientConfiguration(),
        """
        Host *
          UserKnownHostsFile %1$s/known
          IdentityFile %1$s/user
          IdentitiesOnly yes
          StrictHostKeyChecking yes
          BatchMode yes
        """
            .formatted(folder));
    File log = folder.resolve("log").toFile();
    process =
        new ProcessBuilder(
                program.toString(), "-D", "-e", "-f", folder.resolve("sshd_config").toString())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
  }

  /** The program, where it can be started here. */
  static Optional<Path> program() {
    return WHERE.stream()
        .filter(Files::isExecutable)
        .findFirst()
        .filter(program ->
            !System.getProperty("user.name").equals("root")
                || Programs.run(List.of("getent", "passwd", "sshd")).code() == 0);
  }

  static SshDaemon start(Path program, Path folder) throws IOException {
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd")); // where it locks up what has not logged in
    }
    SshDaemon daemon = new SshDaemon(program, folder);
    Awaitility.await("sshd; see its log in " + folder)
        .atMost(Duration.ofSeconds(20))
        .failFast("sshd ended; see its log in " + folder, () -> !daemon.process.isAlive())
        .until(daemon::answers);
    return daemon;
  }

  String url() {
    return "ssh://%s@127.0.0.1:%d".formatted(System.getProperty("user.name"), port);
  }

  /** For {@code ssh -F}. */
  Path clientConfiguration() {
    return folder.resolve("config");
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private void key(String name) {
    Programs.run(
        List.of(
            "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve(name).toString()));
  }

  /** A folder with all programs of the system but Java's. */
  private void withoutJava() throws IOException {
    Path path = Files.createDirectories(folder.resolve("path"));
    // A system has some of these folders.
    for (Path place : PROGRAMS.stream().map(Path::of).filter(Files::isDirectory).toList()) {
      try (Stream<Path> programs = Files.list(place)) {
        for (Path program : programs.toList()) {
          String name = program.getFileName().toString();
          Path link = path.resolve(name);
          if (!name.startsWith("java") && !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(link, program);
          }
        }
      }
    }
  }

  private String configuration() {
    return """
    Port %2$d
    ListenAddress 127.0.0.1
    HostKey %1$s/host
    AuthorizedKeysFile %1$s/user.pub
    StrictModes no
    UsePAM no
    PidFile none
    PermitRootLogin yes
    SetEnv PATH=%1$s/path
    """
        .formatted(folder, port);
  }

  /** Its links go first: JUnit would warn of each of them. */
  @Override
  public void close() {
    process.destroy();
    Programs.run(List.of("rm", "-rf", folder.resolve("path").toString()));
    try {
      process.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
