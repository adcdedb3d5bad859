package dev.muster.standalone.compose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the Dockerfile promises and can be seen without building it. */
final class DockerfileTest {

  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  private final Dockerfile dockerfile = Dockerfile.read(PROJECT.resolve("docker/Dockerfile"));

  private List<Dockerfile.Stage> images() {
    return List.of(dockerfile.stage("muster"), dockerfile.stage("agent"));
  }

  @Test
  void everyStageHasANameAndAPinnedBase() {
    assertEquals(
        List.of("build", "muster", "agent"),
        dockerfile.stages().stream().map(Dockerfile.Stage::name).toList());
    for (Dockerfile.Stage stage : dockerfile.stages()) {
      assertTrue(stage.base().matches("[\\w/-]+:\\d[\\w.-]*"), stage.base());
    }
  }

  @Test
  void everySourceOfACopyIsThere() throws IOException {
    String layers = Files.readString(PROJECT.resolve("docker/layers.sh"));
    for (Dockerfile.Stage stage : dockerfile.stages()) {
      for (Dockerfile.Copy copy : stage.copies()) {
        if (copy.from().isEmpty()) {
          assertTrue(Files.exists(PROJECT.resolve(copy.source())), copy.toString());
        } else {
          assertTrue(dockerfile.find(copy.from()).isPresent(), copy.toString());
          assertTrue(
              layers.contains("\"$to/" + copy.source().replace("/image/", "")), copy.toString());
        }
      }
    }
  }

  @Test
  void whatIsNeededIsNotIgnored() throws IOException {
    List<String> ignored = Files.readAllLines(PROJECT.resolve(".dockerignore"));
    for (String needed : List.of("docker", "playbooks", "pom.xml", "*/src", "standalone")) {
      assertFalse(ignored.contains(needed), needed);
    }
    assertTrue(ignored.containsAll(List.of(".env", "**/target")), ignored.toString());
  }

  @Test
  void imagesRunAsNobodyInParticular() {
    for (Dockerfile.Stage stage : images()) {
      assertEquals("10001:10001", stage.last().get("USER"), stage.name());
    }
  }

  @Test
  void theirProcessGetsTheSignals() throws IOException {
    for (Dockerfile.Stage stage : images()) {
      List<String> entrypoint = stage.words("ENTRYPOINT");
      assertEquals(1, entrypoint.size(), stage.name());
      String target = "/usr/local/bin/" + entrypoint.getFirst();
      Dockerfile.Copy script =
          stage.copies().stream()
              .filter(copy -> copy.target().equals(target))
              .findFirst()
              .orElseThrow(() -> new AssertionError("nothing is copied to " + target));
      String text = Files.readString(PROJECT.resolve(script.source()));
      assertTrue(text.contains("\nexec java "), script.source());
    }
  }

  @Test
  void theySayWhetherTheyAreHealthy() {
    for (Dockerfile.Stage stage : images()) {
      assertTrue(String.join(" ", stage.health()).contains("healthy "), stage.name());
    }
  }

  @Test
  void whatChangesLeastIsCopiedFirst() {
    List<String> targets =
        dockerfile.stage("muster").copies().stream().map(Dockerfile.Copy::target).toList();
    assertEquals("/opt/muster/libraries", targets.getFirst());
    assertEquals("/opt/muster/muster", targets.getLast());
  }

  @Test
  void theFlagsOfTheVirtualMachineAreTheLaunchers() throws IOException {
    assertHasFlags("docker/muster.sh", "small_jvm");
    assertHasFlags("docker/muster.sh", "server_jvm");
    assertHasFlags("docker/agent.sh", "small_jvm");
    assertHasFlags("docker/agent.sh", "agent_jvm");
  }

  /** All but the server's heap, which follows the container's limit. */
  private static void assertHasFlags(String script, String variable) throws IOException {
    String launcher = Files.readString(PROJECT.resolve("muster"));
    Matcher flags = Pattern.compile("(?m)^" + variable + "=\\((.*)\\)$").matcher(launcher);
    assertTrue(flags.find(), variable);
    String text = Files.readString(PROJECT.resolve(script));
    Stream.of(flags.group(1).split(" ", -1))
        .filter(flag -> flag.startsWith("-") && !flag.startsWith("-Xmx"))
        .forEach(flag -> assertTrue(text.contains(flag), script + " has not " + flag));
  }
}
