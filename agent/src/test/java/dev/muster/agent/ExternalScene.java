package dev.muster.agent;

import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import tools.jackson.databind.node.ObjectNode;

/** A folder of executables, and agents that have it. */
record ExternalScene(Path folder, Path kinds) {

  private static final Path EXAMPLES = Path.of("..", "docs", "examples", "external");

  static ExternalScene in(Path folder) throws IOException {
    Path kinds = Files.createDirectory(folder.resolve("kinds"));
    Files.setPosixFilePermissions(kinds, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new ExternalScene(folder, kinds);
  }

  /** Puts a shell script there. */
  Path program(String name, String script) throws IOException {
    Path file = kinds.resolve(name);
    Files.deleteIfExists(file);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Puts one of the documents there. */
  void example(String name) throws IOException {
    Path file = Files.copy(EXAMPLES.resolve(name), kinds.resolve(name));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  TestAgent agent() throws IOException {
    return TestAgent.start(folder.resolve("data"), "--config", config());
  }

  AgentProcess process() throws IOException {
    return AgentProcess.start(folder.resolve("data"), "--config", config());
  }

  static ObjectNode args() {
    return WireFormat.JSON.createObjectNode();
  }

  static String action(String name, ObjectNode args) {
    return ArtifactScene.action("external." + name, args);
  }

  private String config() throws IOException {
    return TestAgent.config(folder, "{\"external\": \"%s\"}".formatted(kinds));
  }
}
