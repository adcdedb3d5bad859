package dev.muster.agent.k0s;

import dev.muster.agent.artifact.Sha256;
import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.json.JsonFields;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings a bundle of images to where k0s imports it from, as Autopilot's {@code airgapupdate} does:
 * {@code version}, {@code platforms}, {@code stall}. Done when the bundle lies there; a bundle does
 * not say its version, so it is brought whatever runs.
 */
final class K0sAirgapUpdate implements Kind {

  static final String NAME = "k0s.airgap-update";

  private final K0sNode node;

  K0sAirgapUpdate(K0sNode node) {
    this.node = node;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, K0sArgs::wanted);
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    K0sArgs.Wanted wanted = JsonFields.read("args", execution.subject().args(), K0sArgs::wanted);
    Optional<K0sArgs.Image> image = K0sFetch.own(wanted);
    if (image.isEmpty()) {
      return K0sFetch.missing(wanted);
    }
    K0sReport report = new K0sReport(execution);
    Optional<String> name = fileName(image.get());
    if (name.isEmpty()) {
      return report.failed(
          K0sPhase.FAILED_DOWNLOAD,
          "the address %s does not end with the name of a file".formatted(image.get().url()));
    }
    try {
      return bring(execution, wanted, image.get(), name.get());
    } catch (IOException impossible) {
      return report.failed(K0sPhase.FAILED_DOWNLOAD, String.valueOf(impossible.getMessage()));
    }
  }

  /** What is there is gone on with, if its hash is known. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Set<Signal> heeds() {
    return Set.of(Signal.CANCEL);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofHours(6));
  }

  private Outcome bring(
      Execution execution, K0sArgs.Wanted wanted, K0sArgs.Image image, String name)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(node.settings().data().resolve("images"));
    Path target = folder.resolve(name);
    // k0s imports whatever lies there by its name, but for names that begin with a dot.
    Path part = folder.resolve("." + name + ".tmp");
    if (image.sha256().isEmpty()) {
      Files.deleteIfExists(part);
    } else if (Files.exists(target)
        && Sha256.of(target, execution.control())
            .filter(image.sha256().get()::equalsIgnoreCase)
            .isPresent()) {
      execution.say("%s is there already".formatted(target));
      return Outcome.done(
          outputs(wanted, target, image.sha256().get(), Files.size(target)).put("changed", false));
    }
    K0sFetch fetch = new K0sFetch(node.rules(), execution, new K0sReport(execution));
    return switch (fetch.bring(wanted, image, part)) {
      case K0sFetch.Fetched.Not(Outcome outcome) -> outcome;
      case K0sFetch.Fetched.There(String sha256, long bytes) -> {
        Notes.sync(part);
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        Notes.trySync(folder);
        execution.say("%s is in place".formatted(target));
        yield Outcome.done(outputs(wanted, target, sha256, bytes).put("changed", true));
      }
    };
  }

  private static ObjectNode outputs(K0sArgs.Wanted wanted, Path target, String sha256, long bytes) {
    return WireFormat.JSON
        .createObjectNode()
        .put("version", wanted.version())
        .put("file", target.toString())
        .put("sha256", sha256.toLowerCase(Locale.ROOT))
        .put("bytes", bytes);
  }

  private static Optional<String> fileName(K0sArgs.Image image) {
    String path = Optional.ofNullable(image.url().getPath()).orElse("");
    String name = path.substring(path.lastIndexOf('/') + 1);
    return Optional.of(name)
        .filter(text -> !text.isBlank() && !text.startsWith(".") && text.indexOf('\0') < 0);
  }
}
