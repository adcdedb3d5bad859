package dev.muster.cli.install;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings an agent to a node and has it join, or changes nothing if it is there already. What does
 * not succeed is undone: on the node by the script itself, in Muster here.
 */
public final class AgentInstaller {

  private static final Duration REACHED_WITHIN = Duration.ofSeconds(30);

  private final MusterApi api;
  private final Wish wish;
  private final Consumer<String> say;

  /**
   * What is wanted.
   *
   * @param home empty for the usual one
   * @param labels of the node when it joins
   */
  public record Wish(
      String cluster,
      String node,
      Where where,
      AgentTarball tarball,
      String home,
      Settings settings,
      Map<String, String> labels) {

    /**
     * How one logs in.
     *
     * @param sshConfig ssh's configuration file, if it is not the usual one
     */
    public record Where(SshTarget target, Optional<String> sshConfig, boolean sudo) {}

    /**
     * What the agent is told.
     *
     * @param muster where the agent reaches Muster
     * @param authorities whom it believes that it is Muster, in PEM; empty for those of Java
     * @param address where Muster reaches the agent; empty for where it listens
     * @param base what its configuration has besides
     */
    public record Settings(
        String muster, String authorities, String listen, String address, ObjectNode base) {}
  }

  /** What became of it. */
  public record Result(boolean changed, String home, String service, String image) {}

  /**
   * @param say takes what is being done, line by line
   */
  public AgentInstaller(MusterApi api, Wish wish, Consumer<String> say) {
    this.api = api;
    this.wish = wish;
    this.say = say;
  }

  /**
   * Does it.
   *
   * @throws InstallFailure if it came to nothing; then nothing is left
   * @throws ApiFailure if Muster refuses it; then nothing is left
   */
  public Result install() {
    api.get(ApiPath.of("clusters", wish.cluster())); // ends here if it is not there
    NodeDialog.Connection connection =
        new NodeDialog.Connection(
            wish.where().target(),
            wish.where().sshConfig(),
            wish.where().sudo() ? List.of("sudo", "-n") : List.of());
    say.accept("connecting to " + wish.where().target().host());
    try (NodeDialog dialog = NodeDialog.open(connection, this::step)) {
      Map<String, String> facts = dialog.look(wish.home(), "");
      return installed(dialog, facts);
    }
  }

  private Result installed(NodeDialog dialog, Map<String, String> facts) {
    AgentTarball tarball = wish.tarball();
    String platform = facts.getOrDefault("platform", "");
    if (!platform.equals(tarball.platform())) {
      throw new InstallFailure(
          "image",
          "the node is %s, and the image is for %s".formatted(platform, tarball.platform()),
          "make one for it: muster agent package --platform %s --jmods DIR, then --package"
              .formatted(platform));
    }
    String config = config(facts);
    boolean sameImage = tarball.image().equals(facts.get("image"));
    boolean joined = facts.containsKey("joined");
    Result result =
        new Result(
            true,
            facts.getOrDefault("home", ""),
            facts.getOrDefault("service", ""),
            tarball.image());
    boolean runs = facts.getOrDefault("stage", "gone").matches("joined|asked");
    if (sameImage && joined && runs && sha256(config + "\n").equals(facts.get("config"))) {
      known();
      return new Result(false, result.home(), result.service(), result.image());
    }
    String joinToken = joined ? "" : joinToken();
    NodeDialog.Texts texts =
        new NodeDialog.Texts(config + "\n", joinToken, wish.settings().authorities());
    dialog.install(new NodeDialog.Order(tarball, texts), !sameImage);
    boolean kept = false;
    try {
      awaitReached();
      dialog.keep();
      kept = true;
    } finally {
      if (!kept && !joined) {
        forget();
      }
    }
    return result;
  }

  private void step(String step) {
    say.accept(
        switch (step) {
          case "copy" -> "copying the agent (%d MB)".formatted(wish.tarball().bytes() >> 20);
          case "configure" -> "writing its configuration";
          case "start" -> "starting it";
          case "join" -> "waiting until it has joined " + wish.cluster();
          default -> step;
        });
  }

  /** An agent that has joined belongs to a node that this Muster knows. */
  private void known() {
    try {
      api.get(node());
    } catch (ApiFailure absent) {
      throw new InstallFailure(
          "join",
          "the agent on the node has joined, but not as %s of %s here: %s"
              .formatted(wish.node(), wish.cluster(), absent.line()),
          "if that node was removed, remove the file tokens of the agent's data and install once more");
    }
  }

  private String joinToken() {
    ObjectNode body = Json.object().put("uses", 1).put("expires", "PT10M").put("accept", true);
    if (!wish.labels().isEmpty()) {
      ObjectNode labels = Json.object();
      wish.labels().forEach(labels::put);
      body.set("labels", labels);
    }
    return Json.text(
        api.post(ApiPath.of("clusters", wish.cluster(), "agent-tokens"), body).json(), "token");
  }

  /** Until Muster has spoken to it. */
  private void awaitReached() {
    say.accept("waiting until Muster reaches it");
    api.post(ApiPath.of("clusters", wish.cluster(), "nudge"), Json.object());
    long until = System.nanoTime() + REACHED_WITHIN.toNanos();
    JsonNode seen = api.get(node()).json();
    while (!isReached(seen)) {
      if (System.nanoTime() > until) {
        throw unreached(seen);
      }
      pause();
      seen = api.get(node()).json();
    }
  }

  private static InstallFailure unreached(JsonNode node) {
    String why =
        Json.optional(node, "lastError")
            .or(() -> Json.optional(node, "statusReason"))
            .orElse("it is " + Json.text(node, "status"));
    return new InstallFailure(
        "reach",
        "the agent has joined, and Muster does not reach it: " + why,
        "give --address as Muster's workers reach the node, and let its port through firewalls");
  }

  /** An agent that finds its node unwell is reached, too. */
  private static boolean isReached(JsonNode node) {
    return switch (Json.text(node, "status")) {
      case "UP", "UNHEALTHY", "NODE_DOWN" -> true;
      default -> false;
    };
  }

  private static void pause() {
    try {
      Thread.sleep(Duration.ofMillis(100));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InstallFailure("reach", "interrupted", "");
    }
  }

  private void forget() {
    try {
      api.delete(node());
    } catch (ApiFailure gone) {
      say.accept(
          "the node %s could not be removed from Muster: %s".formatted(wish.node(), gone.line()));
    }
  }

  private ApiPath node() {
    return ApiPath.of("clusters", wish.cluster(), "nodes", wish.node());
  }

  /** On one line, and the same for the same wish. */
  private String config(Map<String, String> facts) {
    String home = facts.getOrDefault("home", "");
    Wish.Settings settings = wish.settings();
    ObjectNode config = settings.base().deepCopy();
    config.put("node", wish.node()).put("listen", settings.listen());
    config.put("data", facts.getOrDefault("data", ""));
    ObjectNode join =
        Json.object().put("url", settings.muster()).put("tokenFile", home + "/join-token");
    if (!settings.authorities().isEmpty()) {
      join.put("caFile", home + "/join-ca.pem");
    }
    if (!settings.address().isEmpty()) {
      join.put("address", settings.address());
    }
    config.set("join", join);
    config.set("upgrade", Json.object().put("home", home));
    ObjectNode artifacts =
        config.get("artifacts") instanceof ObjectNode given ? given : Json.object();
    ArrayNode folders = artifacts.withArray("folders");
    folders.add(home + "/packages");
    config.set("artifacts", artifacts);
    return Json.write(config);
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("This Java has no SHA-256", impossible);
    }
  }
}
