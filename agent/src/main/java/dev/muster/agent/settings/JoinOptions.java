package dev.muster.agent.settings;

import dev.muster.domain.cluster.AgentAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The options about joining, with what the configuration file says of it. */
final class JoinOptions {

  private final Function<String, Optional<String>> one;
  private final Pairs pairs;

  /** What was given by an option that may be repeated, over what the file has. */
  interface Pairs {
    Map<String, String> of(String option, Map<String, String> ofFile);
  }

  JoinOptions(Function<String, Optional<String>> one, Pairs pairs) {
    this.one = one;
    this.pairs = pairs;
  }

  /** What the configuration file says. */
  record OfFile(
      Optional<String> url,
      Optional<Path> tokenFile,
      Optional<Path> caFile,
      Optional<String> address,
      Map<String, String> labels) {

    static final OfFile NOTHING =
        new OfFile(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
  }

  /** How the agent joins, if it is told to. */
  Optional<JoinSettings> read(OfFile file) {
    Optional<String> url = one.apply("--join").or(file::url);
    Map<String, String> labels = pairs.of("--label", file.labels());
    Optional<String> address = one.apply("--address").or(file::address);
    if (url.isEmpty()) {
      if (!labels.isEmpty() || address.isPresent() || one.apply("--join-token-file").isPresent()) {
        throw new UsageException(
            "--label, --address and --join-token-file are for joining: give --join, as in --join"
                + " https://muster:8420");
      }
      return Optional.empty();
    }
    Path token =
        one.apply("--join-token-file")
            .map(Path::of)
            .or(file::tokenFile)
            .orElseThrow(() ->
                new UsageException(
                    "--join needs --join-token-file; muster agent-token create makes one"));
    return Optional.of(
        new JoinSettings(
            server(url.get()),
            token,
            one.apply("--join-ca").map(Path::of).or(file::caFile),
            address.map(JoinOptions::address),
            labels));
  }

  private static AgentAddress address(String text) {
    try {
      return new AgentAddress(text);
    } catch (IllegalArgumentException bad) {
      throw new UsageException("--address: " + bad.getMessage());
    }
  }

  private static URI server(String text) {
    URI server;
    try {
      server = URI.create(text);
    } catch (IllegalArgumentException bad) {
      throw wrong(text);
    }
    String scheme = String.valueOf(server.getScheme());
    if (server.getHost() == null || !(scheme.equals("https") || scheme.equals("http"))) {
      throw wrong(text);
    }
    if (scheme.equals("http") && !AgentOptions.isLoopback(server.getHost())) {
      throw new UsageException(
          "--join: over http to %s others could read the agent's token (expected: https://)"
              .formatted(server.getHost()));
    }
    return server;
  }

  private static UsageException wrong(String text) {
    return new UsageException(
        "--join: '%s' (expected: such as https://muster:8420)".formatted(text));
  }
}
