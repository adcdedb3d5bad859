package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** What may be installed where, what is kept of before, and how one goes back. */
final class ArtifactRulesTest {

  @TempDir Path folder;
  private ArtifactScene scene;

  @BeforeEach
  void make() throws Exception {
    scene = ArtifactScene.in(folder);
    Files.createDirectories(folder.resolve("store"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          target | /etc/passwd         | target: '/etc' is not below a folder that is allowed on this node
          target | tool                | expected: the absolute path of a file
          target | APP/..              | expected: the absolute path of a file
          target | APP/.tool.muster/x  | expected: the absolute path of a file
          target | APP/../evil/tool    | is not below a folder that is allowed
          sha256 | abc                 | sha256: 'abc' (expected: 64 hexadecimal digits)
          mode   | 4755                | mode: '4755' (expected: three octal digits
          mode   | 493                 | mode: '493' (expected: three octal digits
          owner  | root                | owner: 'root' is not allowed on this node (allowed: none
          file   | /etc/shadow         | both of url and file given
          url    | http://u:p@h/x      | url: it contains a password
          url    | file:///etc/shadow  | expected: an address
          source | nexus               | source: 'nexus' is not configured on this node (configured: none)
          stall  | never               | expected: a duration
          keep   | 1000                | expected: a whole number from 0 to 20
          extra  | 1                   | unknown field 'extra'
          """)
  void refusesWhatTheNodeDoesNotAllow(String name, String value, String why) throws Exception {
    try (TestAgent agent = start("")) {
      ObjectNode args = scene.from("http://127.0.0.1:1/x", new byte[0]);
      args.put(name, value.replace("APP", scene.folder().toString()));
      if (value.matches("\\d+") && !name.equals("mode")) {
        args.put(name, Integer.parseInt(value));
      }
      assertThat(agent.caller().refused(ArtifactScene.install(args))).contains(why);
    }
  }

  @Test
  void isOffUntilAFolderIsConfigured() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"))) {
      assertThat(agent.caller().refused(scene.rollback()))
          .contains("kind 'artifact.rollback' is off on this node: no folder is configured");
      assertThat(agent.caller().info().kinds()).doesNotContain("artifact.install");
    }
  }

  @Test
  void aHashIsNeededUnlessTheNodeSaysOtherwise() throws Exception {
    try (TestAgent agent = start("")) {
      ObjectNode args = scene.from("http://127.0.0.1:1/x", new byte[0]);
      args.remove("sha256");
      assertThat(agent.caller().refused(ArtifactScene.install(args))).contains("sha256 is missing");
    }
  }

  @Test
  void aLinkIsNotFollowedOutOfTheFolder() throws Exception {
    Path outside = Files.createDirectories(folder.resolve("outside"));
    Files.createSymbolicLink(scene.folder().resolve("way"), outside);
    Files.delete(scene.target());
    Files.writeString(outside.resolve("tool"), ArtifactScene.OLD);
    Files.createSymbolicLink(scene.target(), outside.resolve("tool"));
    try (TestAgent agent = start(", \"files\": [\"%s\"]".formatted(folder.resolve("store")))) {
      ObjectNode args = file("one").put("target", scene.folder().resolve("way/tool").toString());
      assertThat(agent.caller().refused(ArtifactScene.install(args)))
          .contains("is not below a folder that is allowed");
      ActionReport report = ended(agent, ArtifactScene.install(file("one")), ActionState.FAILED);
      scene.expectOld(report, "tool is a symbolic link: name the file that it leads to");
    }
  }

  @Test
  void aFolderOfSomebodyElseBesideTheTargetIsNotUsed() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Files.createSymbolicLink(scene.folder().resolve(".tool.muster"), elsewhere);
    try (TestAgent agent = start(", \"files\": [\"%s\"]".formatted(folder.resolve("store")))) {
      ActionReport report = ended(agent, ArtifactScene.install(file("one")), ActionState.FAILED);
      scene.expectOld(report, ".tool.muster was not made by this agent: remove it");
    }
  }

  @Test
  void filesOfBeforeAreKeptAndGoneBackTo() throws Exception {
    try (TestAgent agent = start(", \"files\": [\"%s\"]".formatted(folder.resolve("store")))) {
      for (String version : List.of("one", "two", "three", "four")) {
        ended(agent, ArtifactScene.install(file(version).put("keep", 2)), ActionState.DONE);
      }
      assertThat(scene.beside())
          .containsExactly(
              "previous-000003-" + ArtifactScene.sha256("two"),
              "previous-000004-" + ArtifactScene.sha256("three"));

      ended(agent, scene.rollback(), ActionState.DONE);
      assertThat(Files.readString(scene.target())).isEqualTo("three");
      ended(agent, scene.rollback(), ActionState.DONE);
      assertThat(Files.readString(scene.target())).isEqualTo("two");
      ActionReport last = ended(agent, scene.rollback(), ActionState.FAILED);
      assertThat(last.error().orElseThrow().message())
          .startsWith("no file of before is kept for " + scene.target());
      assertThat(Files.readString(scene.target())).isEqualTo("two");
      assertThat(scene.beside()).isEmpty();
    }
  }

  @Test
  void oneGoesBackToTheFileThatIsNamedAndForgetsTheLaterOnes() throws Exception {
    try (TestAgent agent = start(", \"files\": [\"%s\"]".formatted(folder.resolve("store")))) {
      for (String version : List.of("one", "two", "three")) {
        ended(agent, ArtifactScene.install(file(version).put("keep", 9)), ActionState.DONE);
      }
      ObjectNode toOne =
          WireFormat.JSON.createObjectNode().put("sha256", ArtifactScene.sha256("one"));
      assertThat(changed(ended(agent, scene.rollback(toOne), ActionState.DONE))).isTrue();
      assertThat(changed(ended(agent, scene.rollback(toOne), ActionState.DONE))).isFalse();
      assertThat(Files.readString(scene.target())).isEqualTo("one");
      assertThat(scene.beside())
          .containsExactly("previous-000001-" + ArtifactScene.sha256(ArtifactScene.OLD));
    }
  }

  @Test
  void aNodeThatNeverGotItHasNothingToGoBackFrom() throws Exception {
    try (TestAgent agent = start(", \"files\": [\"%s\"]".formatted(folder.resolve("store")))) {
      ended(agent, ArtifactScene.install(file("one")), ActionState.DONE);
      ObjectNode bad = WireFormat.JSON.createObjectNode().put("from", ArtifactScene.sha256("bad"));
      assertThat(changed(ended(agent, scene.rollback(bad), ActionState.DONE))).isFalse();
      assertThat(Files.readString(scene.target())).isEqualTo("one");
    }
  }

  @Test
  void aFileKeepsItsLooksUnlessOthersAreAskedFor() throws Exception {
    assertThat(scene.target().toFile().setExecutable(true, false)).isTrue();
    try (TestAgent agent = start(", \"files\": [\"%s\"]".formatted(folder.resolve("store")))) {
      ended(agent, ArtifactScene.install(file("one")), ActionState.DONE);
      assertThat(Files.isExecutable(scene.target())).isTrue();
      ActionReport again =
          ended(agent, ArtifactScene.install(file("one").put("mode", "0600")), ActionState.DONE);
      assertThat(changed(again)).isTrue();
      assertThat(Files.getPosixFilePermissions(scene.target())).hasSize(2);
      ended(agent, scene.rollback(), ActionState.DONE);
      assertThat(Files.isExecutable(scene.target())).isTrue();
    }
  }

  @Test
  void aFileIsGivenToItsOwner() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
    String rules =
        ", \"files\": [\"%s\"], \"owners\": [\"daemon:bin\"]".formatted(folder.resolve("store"));
    try (TestAgent agent = start(rules)) {
      ended(agent, ArtifactScene.install(file("one").put("owner", "daemon:bin")), ActionState.DONE);
      ended(agent, ArtifactScene.install(file("two")), ActionState.DONE);
      PosixFileAttributes is = Files.readAttributes(scene.target(), PosixFileAttributes.class);
      assertThat(is.owner().getName()).isEqualTo("daemon");
      assertThat(is.group().getName()).isEqualTo("bin");
    }
  }

  @Test
  void aFileOfTheNodeComesFromFoldersThatAreAllowed() throws Exception {
    try (TestAgent agent = start(", \"files\": [\"%s\"]".formatted(folder.resolve("store")))) {
      ObjectNode args = file("one").put("file", "/etc/hostname");
      assertThat(agent.caller().refused(ArtifactScene.install(args)))
          .contains("file: '/etc/hostname' is not below a folder that is allowed");
      ObjectNode gone = file("one").put("file", folder.resolve("store/gone").toString());
      scene.expectOld(
          ended(agent, ArtifactScene.install(gone), ActionState.FAILED), "store/gone is not there");
    }
  }

  private TestAgent start(String rules) throws Exception {
    return TestAgent.start(folder.resolve("data"), "--config", scene.config(folder, rules));
  }

  private ObjectNode file(String version) throws Exception {
    Path file = Files.writeString(folder.resolve("store/" + version), version);
    return WireFormat.JSON
        .createObjectNode()
        .put("file", file.toString())
        .put("sha256", ArtifactScene.sha256(version))
        .put("target", scene.target().toString());
  }

  private static boolean changed(ActionReport report) {
    return Caller.payload(report).get("changed").booleanValue();
  }

  private static ActionReport ended(TestAgent agent, String action, ActionState state) {
    return agent.caller().until(agent.caller().accepted(action), state);
  }
}
