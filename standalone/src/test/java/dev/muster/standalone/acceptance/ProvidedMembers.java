package dev.muster.standalone.acceptance;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** A node whose agent makes members: a shell script that starts and kills real agents. */
final class ProvidedMembers implements AutoCloseable {

  private static final List<String> KINDS =
      List.of("member-create", "member-delete", "member-check", "member-recover");

  private final Path folder;

  private ProvidedMembers(Path folder) {
    this.folder = folder;
  }

  /** Starts the provider's agent, and registers its node {@code p1}. */
  static ProvidedMembers start(Installation muster, String cluster, Path folder)
      throws IOException {
    ProvidedMembers provider =
        new ProvidedMembers(Files.createDirectory(folder.resolve("members")));
    Path kinds = Files.createDirectory(folder.resolve("kinds"));
    Files.setPosixFilePermissions(kinds, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String kind : KINDS) {
      Path script = kinds.resolve(kind + ".sh");
      Files.writeString(script, provider.script());
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Path config = folder.resolve("p1.json");
    Files.writeString(config, Json.write(Json.object().put("external", kinds.toString())));
    String url = muster.beginAgent("p1", List.of("--config", config.toString()));
    ObjectNode node = Json.object().put("id", "p1").put("agent", url);
    node.putObject("labels").put("provider", "yes");
    muster.api().post(ApiPath.of("clusters", cluster, "nodes"), node);
    return provider;
  }

  private String script() throws IOException {
    try (InputStream in = ProvidedMembers.class.getResourceAsStream("/member-provider.sh")) {
      return new String(
              Optional.ofNullable(in).orElseThrow().readAllBytes(), StandardCharsets.UTF_8)
          .replace("@FOLDER@", folder.toString())
          .replace("@JAVA@", ProcessHandle.current().info().command().orElse("java"))
          .replace("@CLASSES@", System.getProperty("java.class.path"));
    }
  }

  /** The document of the profile. */
  static String profile() {
    return """
    apiVersion: muster/v1
    kind: Profile
    name: agents
    providers: {labels: {provider: "yes"}}
    kinds:
      create: external.member-create
      delete: external.member-delete
      check: external.member-check
      recover: external.member-recover
    timeouts: {create: PT2M}
    """;
  }

  /** From now on nothing that the provider is asked ends. */
  void hold() throws IOException {
    Files.createFile(folder.resolve("hold"));
  }

  void release() throws IOException {
    Files.delete(folder.resolve("hold"));
  }

  /** What the provider was asked, in its order. */
  List<String> journal() throws IOException {
    Path journal = folder.resolve("journal");
    return Files.exists(journal) ? Files.readAllLines(journal) : List.of();
  }

  /** The members' processes that live, by member. */
  Map<String, ProcessHandle> processes() throws IOException {
    Map<String, ProcessHandle> living = new TreeMap<>();
    try (Stream<Path> homes = Files.list(folder)) {
      for (Path home : homes.filter(Files::isDirectory).toList()) {
        Path pid = home.resolve("pid");
        if (Files.exists(pid)) {
          ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
              .filter(ProcessHandle::isAlive)
              .ifPresent(process -> living.put(home.getFileName().toString(), process));
        }
      }
    }
    return living;
  }

  @Override
  public void close() throws IOException {
    processes().values().forEach(ProcessHandle::destroyForcibly);
  }
}
