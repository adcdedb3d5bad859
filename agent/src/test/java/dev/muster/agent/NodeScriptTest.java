package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that exchanges agents, over versions whose agents only say that they were asked. */
final class NodeScriptTest {

  private static final Path SCRIPT =
      Path.of("src", "main", "package", "bin", "muster-agent-node").toAbsolutePath();

  @TempDir Path folder;
  private Path home;

  @BeforeEach
  void install() throws Exception {
    home = Files.createDirectories(folder.toRealPath().resolve("home"));
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(home.resolve("node.conf"), "data=%s%nservice=none%n".formatted(data));
    Files.writeString(home.resolve("agent.json"), "{}");
    for (String image : List.of("aa", "bb", "cc")) {
      version(home.resolve("versions").resolve(image), image);
    }
    Files.createSymbolicLink(home.resolve("current"), Path.of("versions", "cc"));
    run(home.resolve("current/bin/muster-agent-node").toString(), "start");
    run(home.resolve("current/bin/muster-agent-node").toString(), "await", "asked", "20");
  }

  @AfterEach
  void stop() throws Exception {
    run(home.resolve("current/bin/muster-agent-node").toString(), "stop");
  }

  @Test
  void aVersionFromWhichAMembersAgentRunsOutlivesTheExchange() throws Exception {
    Process member =
        new ProcessBuilder(home.resolve("versions/aa/runtime/bin/java").toString(), "1000").start();
    try {
      exchange("dd");
      assertThat(versions()).containsExactly("aa", "cc", "dd");
      assertThat(Files.readSymbolicLink(home.resolve("current"))).hasToString("versions/dd");
      assertThat(member.isAlive()).isTrue();
    } finally {
      member.destroyForcibly().waitFor();
    }
    exchange("ee");
    assertThat(versions()).containsExactly("dd", "ee");
  }

  @Test
  void goingBackToAVersionThatIsUsedLeavesItsFilesAlone() throws Exception {
    Process member =
        new ProcessBuilder(home.resolve("versions/aa/runtime/bin/java").toString(), "1000").start();
    Object before = Files.getAttribute(home.resolve("versions/aa/runtime/bin/java"), "unix:ino");
    try {
      exchange("aa");
      assertThat(Files.getAttribute(home.resolve("versions/aa/runtime/bin/java"), "unix:ino"))
          .isEqualTo(before);
      assertThat(Files.readSymbolicLink(home.resolve("current"))).hasToString("versions/aa");
    } finally {
      member.destroyForcibly().waitFor();
    }
  }

  private void exchange(String image) throws Exception {
    Path tree = folder.resolve("made-" + image);
    version(tree.resolve("muster-agent"), image);
    Path tarball = folder.resolve(image + ".tar.gz");
    run("tar", "-C", tree.toString(), "-czf", tarball.toString(), "muster-agent");
    run(
        home.resolve("current/bin/muster-agent-node").toString(),
        "switch",
        tarball.toString(),
        ArtifactScene.sha256(Files.readAllBytes(tarball)),
        "20");
  }

  private void version(Path place, String image) throws Exception {
    Files.createDirectories(place.resolve("bin"));
    Files.createDirectories(place.resolve("runtime/bin"));
    Files.writeString(place.resolve("image"), image + "\n");
    executable(place.resolve("bin/muster-agent-node"), Files.readString(SCRIPT));
    executable(
        place.resolve("bin/muster-agent"),
        """
        #!/bin/sh
        [ "$1" != --version ] || exit 0
        echo "asked $$ %s" >%s
        exec /bin/sh -c 'while :; do sleep 0.1; done' agent "$@"
        """
            .formatted(image, folder.resolve("data/standing")));
    Files.copy(Path.of("/bin/sleep").toRealPath(), place.resolve("runtime/bin/java"));
  }

  private static void executable(Path file, String text) throws Exception {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private List<String> versions() throws Exception {
    try (Stream<Path> versions = Files.list(home.resolve("versions"))) {
      return versions.map(version -> version.getFileName().toString()).sorted().toList();
    }
  }

  private void run(String... command) throws Exception {
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
  }
}
