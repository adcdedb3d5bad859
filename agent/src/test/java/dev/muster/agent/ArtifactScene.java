package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** A folder in which an agent installs, with the old file in it. */
record ArtifactScene(Path folder) {

  static final String OLD = "the old one";

  static ArtifactScene in(Path folder) throws IOException {
    ArtifactScene scene = new ArtifactScene(Files.createDirectories(folder.resolve("app")));
    Files.writeString(scene.target(), OLD);
    return scene;
  }

  Path target() {
    return folder.resolve("tool");
  }

  /** The agent's configuration; {@code more} are further fields of {@code artifacts}. */
  String config(Path beside, String more) throws IOException {
    return TestAgent.config(
        beside, "{\"artifacts\": {\"folders\": [\"%s\"]%s}}".formatted(folder, more));
  }

  /** Arguments that install from an address. */
  ObjectNode from(String url, byte[] content) {
    return WireFormat.JSON
        .createObjectNode()
        .put("url", url)
        .put("sha256", sha256(content))
        .put("target", target().toString());
  }

  static String install(ObjectNode args) {
    return action("artifact.install", args);
  }

  String rollback() {
    return rollback(WireFormat.JSON.createObjectNode());
  }

  String rollback(ObjectNode args) {
    return action("artifact.rollback", args.put("target", target().toString()));
  }

  static String action(String kind, ObjectNode args) {
    ObjectNode action = WireFormat.JSON.createObjectNode().put("kind", kind);
    action.set("args", args);
    return action.toString();
  }

  /** The old file is there, nothing is beside it, and the error is one clear one. */
  void expectOld(ActionReport report, String... words) throws IOException {
    expectOldFile(report, words);
    assertThat(beside()).as("beside the target").isEmpty();
  }

  void expectOldFile(ActionReport report, String... words) throws IOException {
    assertThat(Files.readString(target())).isEqualTo(OLD);
    assertThat(report.error().orElseThrow().message())
        .contains(words)
        .endsWith("; %s is as it was".formatted(target()))
        .doesNotContain("Exception");
    assertThat(report.error().orElseThrow().causes()).isEmpty();
  }

  void expectNew(byte[] content) throws IOException {
    assertThat(sha256(Files.readAllBytes(target()))).isEqualTo(sha256(content));
  }

  /** Names of what lies in the agent's folder beside the target. */
  List<String> beside() throws IOException {
    Path hidden = folder.resolve(".tool.muster");
    if (!Files.exists(hidden)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(hidden)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  static byte[] bytes(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  static String sha256(String content) {
    return sha256(content.getBytes(StandardCharsets.UTF_8));
  }

  static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
