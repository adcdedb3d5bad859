package dev.muster.standalone.compose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code docker compose up} without Docker: the services' own commands, in the order of the file.
 * Where the Dockerfile copies something, there is a link; what an image of others would start, its
 * program here starts. Volumes are folders, and stay from one {@link #up} to the next.
 */
final class NativeCompose implements AutoCloseable {

  /** No program of it exists outside its image. */
  private static final String SKIPPED = "temporalio/ui:";

  private final Path project;
  private final Path work;
  private final ComposeFile compose;
  private final Dockerfile dockerfile;
  private final Path bin;
  private final Map<String, String> addresses = new LinkedHashMap<>();
  private final Map<String, NativeService> running = new LinkedHashMap<>();

  /**
   * Everything but the processes.
   *
   * @param work an empty folder, in which {@code docker/layers.sh} made {@code image}
   */
  NativeCompose(Path project, Path work, ComposeFile compose, LocalPrograms programs)
      throws IOException {
    this.project = project;
    this.work = work;
    this.compose = compose;
    this.dockerfile = Dockerfile.read(project.resolve("docker/Dockerfile"));
    this.bin = programs.install(work);
    // Two of these on one machine do not meet: process ids lead to different networks.
    int pid = (int) ProcessHandle.current().pid();
    int last = 10;
    for (ComposeService service : compose.services()) {
      addresses.put(
          service.name(), "127.%d.%d.%d".formatted(64 + pid / 256 % 128, pid % 256, last++));
    }
    Files.createDirectories(work.resolve("logs"));
  }

  /** Starts every service once those that it waits for are there; returns when all are healthy. */
  void up() throws IOException {
    List<ComposeService> services =
        compose.inOrder().stream().filter(service -> !service.image().startsWith(SKIPPED)).toList();
    for (ComposeService service : services) {
      service.dependsOn().forEach((name, condition) -> service(name).await(condition));
      running.put(service.name(), start(service));
    }
    for (ComposeService service : services) {
      service(service.name())
          .await(
              service.isJob()
                  ? ComposeService.Condition.COMPLETED
                  : ComposeService.Condition.HEALTHY);
    }
  }

  /** Stops the services in the opposite order; each must end by itself. */
  void down() {
    List<NativeService> services = new ArrayList<>(running.values()).reversed();
    for (NativeService service : services) {
      if (service.isAlive()) {
        service.stop();
      } else {
        service.end();
      }
      running.remove(service.name());
    }
  }

  NativeService service(String name) {
    return Optional.ofNullable(running.get(name))
        .orElseThrow(() -> new AssertionError(name + " was not started"));
  }

  String address(String service) {
    return addresses.getOrDefault(service, "");
  }

  /** A program on the folder of local programs. */
  String program(String name) {
    return bin.resolve(name).toString();
  }

  private NativeService start(ComposeService service) throws IOException {
    Path root = Files.createDirectories(work.resolve("containers").resolve(service.name()));
    Surroundings surroundings = new Surroundings(root, service.name(), addresses);
    Optional<Dockerfile.Stage> stage = stage(service);
    stage.ifPresent(image -> image.copies().forEach(copy -> mount(surroundings, copy)));
    for (Map.Entry<String, String> mount : service.mounts().entrySet()) {
      surroundings.mount(mount.getKey(), source(mount.getValue()));
    }
    Map<String, String> environment = environment(service, stage, surroundings);
    List<String> health =
        service.health().isEmpty()
            ? stage.map(Dockerfile.Stage::health).orElse(List.of())
            : service.health();
    NativeService.Plan plan =
        new NativeService.Plan(
            command(service, stage, surroundings, environment),
            surroundings.words(health),
            environment);
    return NativeService.start(
        service, surroundings, plan, work.resolve("logs").resolve(service.name() + ".log"));
  }

  /** The stage that makes the service's image, whichever service builds it. */
  private Optional<Dockerfile.Stage> stage(ComposeService service) {
    return compose.services().stream()
        .filter(other -> other.image().equals(service.image()))
        .flatMap(other -> other.target().stream())
        .findFirst()
        .map(dockerfile::stage);
  }

  /** What layers.sh put into /image comes from there; everything else from the project. */
  private void mount(Surroundings surroundings, Dockerfile.Copy copy) {
    surroundings.mount(
        copy.target(),
        copy.from().isEmpty()
            ? project.resolve(copy.source())
            : work.resolve(copy.source().substring(1)));
  }

  private Path source(String volume) throws IOException {
    return volume.startsWith("./")
        ? project.resolve(volume.substring(2))
        : Files.createDirectories(work.resolve("volumes").resolve(volume));
  }

  private Map<String, String> environment(
      ComposeService service, Optional<Dockerfile.Stage> stage, Surroundings surroundings) {
    Map<String, String> declared = new LinkedHashMap<>();
    stage.ifPresent(image -> declared.putAll(image.environment()));
    declared.putAll(service.environment());
    List<String> path = new ArrayList<>();
    for (String folder : declared.getOrDefault("PATH", "/usr/local/bin").split(":", -1)) {
      path.add(surroundings.at(folder).toString());
    }
    path.add(bin.toString());
    path.add(System.getProperty("java.home") + "/bin");
    path.add("/usr/local/bin:/usr/bin:/bin");
    Map<String, String> environment = surroundings.environment(declared);
    environment.put("PATH", String.join(":", path));
    environment.put("TMPDIR", surroundings.temporary().toString());
    environment.put("HOME", surroundings.temporary().toString());
    environment.put("LANG", "C.UTF-8");
    return environment;
  }

  private List<String> command(
      ComposeService service,
      Optional<Dockerfile.Stage> stage,
      Surroundings surroundings,
      Map<String, String> environment)
      throws IOException {
    if (!service.entrypoint().isEmpty()) {
      List<String> words = new ArrayList<>(service.entrypoint());
      words.addAll(service.command());
      return surroundings.words(words);
    }
    if (stage.isPresent()) {
      List<String> words = new ArrayList<>(stage.get().words("ENTRYPOINT"));
      words.addAll(service.command().isEmpty() ? stage.get().words("CMD") : service.command());
      return surroundings.words(words);
    }
    if (service.image().startsWith("postgres:")) {
      return new NativePostgres(surroundings, environment).command(service.command());
    }
    if (service.image().startsWith("temporalio/server:")) {
      return List.of("temporal-server", "start");
    }
    throw new AssertionError("what does the image " + service.image() + " start?");
  }

  /** Ends what runs, and removes the links that lead out of the folder. */
  @Override
  public void close() throws IOException {
    new ArrayList<>(running.values()).reversed().forEach(NativeService::end);
    running.clear();
    try (Stream<Path> files = Files.walk(work)) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }
}
