package dev.muster.agent.kube;

import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.databind.JsonNode;

/**
 * What a kubeconfig's current context says: where the API is, whom to believe there, and who asks.
 *
 * @param token shown to the API and to nobody else
 */
record Kubeconfig(URI server, Trust trust, Optional<String> token, Optional<ClientKey> key) {

  private static final List<String> FOREIGN =
      List.of("exec", "auth-provider", "username", "client-certificate-password");

  /** Whose word counts for that the API is the API. */
  sealed interface Trust {

    /** The system's authorities. */
    record Usual() implements Trust {}

    /**
     * This authority, and no other.
     *
     * @param pem one certificate or more
     */
    record Authority(String pem) implements Trust {}

    /** Nobody is asked: {@code insecure-skip-tls-verify}. */
    record Anybody() implements Trust {}
  }

  /** A certificate and its key, PEM both. */
  record ClientKey(String certificate, String key) {}

  /**
   * Reads one, and the files that it names.
   *
   * @throws IOException if it is not to be had, or cannot be used; the message says why
   */
  static Kubeconfig read(Path file) throws IOException {
    JsonNode root = parse(file);
    JsonNode context = named(file, root, "context", currentContext(file, root));
    JsonNode cluster = named(file, root, "cluster", text(context, "cluster").orElse(""));
    Optional<String> user = text(context, "user").filter(name -> !name.isEmpty());
    JsonNode who =
        user.isPresent()
            ? named(file, root, "user", user.get())
            : WireFormat.JSON.createObjectNode();
    for (String way : FOREIGN) {
      if (who.has(way)) {
        throw new IOException(
            "%s: a user with '%s' cannot be used by an agent: give one with token, tokenFile or client-certificate"
                .formatted(file, way));
      }
    }
    return new Kubeconfig(
        server(file, cluster), trust(file, cluster), token(file, who), key(file, who));
  }

  private static JsonNode parse(Path file) throws IOException {
    try {
      Object yaml =
          new Load(LoadSettings.builder().setLabel(file.toString()).build())
              .loadFromString(Files.readString(file));
      if (yaml instanceof Map<?, ?> map) {
        return WireFormat.JSON.valueToTree(map);
      }
      throw new IOException("%s is no kubeconfig".formatted(file));
    } catch (NoSuchFileException missing) {
      throw new IOException(
          "the kubeconfig %s is not there ('kubernetes' in the agent's configuration names it)"
              .formatted(file),
          missing);
    } catch (YamlEngineException bad) {
      throw new IOException(
          "%s is no YAML: %s"
              .formatted(file, String.valueOf(bad.getMessage()).lines().findFirst().orElse("")),
          bad);
    }
  }

  private static String currentContext(Path file, JsonNode root) throws IOException {
    Optional<String> current = text(root, "current-context").filter(name -> !name.isEmpty());
    if (current.isPresent()) {
      return current.get();
    }
    JsonNode contexts = root.path("contexts");
    if (contexts.size() == 1) {
      return text(contexts.get(0), "name").orElse("");
    }
    throw new IOException("%s has no current-context".formatted(file));
  }

  private static JsonNode named(Path file, JsonNode root, String what, String name)
      throws IOException {
    for (JsonNode one : root.path(what + "s")) {
      if (text(one, "name").equals(Optional.of(name))) {
        return one.path(what);
      }
    }
    throw new IOException("%s has no %s '%s'".formatted(file, what, name));
  }

  private static URI server(Path file, JsonNode cluster) throws IOException {
    String server = text(cluster, "server").orElse("");
    try {
      URI url =
          URI.create(server.endsWith("/") ? server.substring(0, server.length() - 1) : server);
      if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
        return url;
      }
    } catch (IllegalArgumentException bad) {
      // the same message serves
    }
    throw new IOException(
        "%s: server '%s' (expected: an address such as https://10.0.0.1:6443)"
            .formatted(file, server));
  }

  private static Trust trust(Path file, JsonNode cluster) throws IOException {
    if (cluster.path("insecure-skip-tls-verify").asBoolean(false)) {
      return new Trust.Anybody();
    }
    return content(file, cluster, "certificate-authority")
        .<Trust>map(Trust.Authority::new)
        .orElseGet(Trust.Usual::new);
  }

  private static Optional<String> token(Path file, JsonNode who) throws IOException {
    Optional<String> token = text(who, "token");
    Optional<String> tokenFile = text(who, "tokenFile");
    return token.isPresent() || tokenFile.isEmpty()
        ? token
        : Optional.of(Files.readString(file.resolveSibling(tokenFile.get())).strip());
  }

  private static Optional<ClientKey> key(Path file, JsonNode who) throws IOException {
    Optional<String> certificate = content(file, who, "client-certificate");
    Optional<String> key = content(file, who, "client-key");
    if (certificate.isPresent() != key.isPresent()) {
      throw new IOException(
          "%s: client-certificate and client-key belong together".formatted(file));
    }
    return certificate.map(pem -> new ClientKey(pem, key.orElseThrow()));
  }

  /** What stands there as {@code -data}, or in the file that is named, beside the kubeconfig. */
  private static Optional<String> content(Path file, JsonNode in, String name) throws IOException {
    Optional<String> data = text(in, name + "-data");
    if (data.isPresent()) {
      try {
        return Optional.of(
            new String(Base64.getMimeDecoder().decode(data.get()), StandardCharsets.US_ASCII));
      } catch (IllegalArgumentException bad) {
        throw new IOException("%s: %s-data is no base64".formatted(file, name), bad);
      }
    }
    Optional<String> path = text(in, name);
    return path.isPresent()
        ? Optional.of(Files.readString(file.resolveSibling(path.get())))
        : Optional.empty();
  }

  private static Optional<String> text(JsonNode in, String name) {
    JsonNode value = in.path(name);
    return value.isValueNode() && !value.isNull()
        ? Optional.of(value.asString())
        : Optional.empty();
  }
}
