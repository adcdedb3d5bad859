package dev.muster.cli.command;

import dev.muster.cli.rest.Asker;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code muster k0s kubeconfig}: what kubectl needs to see a cluster's plans here. */
@Command(
    name = "kubeconfig",
    description = {
      "Prints the file with which kubectl and its like see the plans of a cluster.",
      "It has this server, its certificates, and the token that this command uses."
    },
    footer = {
      "",
      "Example:",
      "  muster k0s kubeconfig --cluster prod > prod.kubeconfig",
      "  kubectl --kubeconfig prod.kubeconfig get plans"
    })
final class K0sKubeconfig implements Callable<Integer> {
  private final Session session;

  @Option(
      names = {"-c", "--cluster"},
      required = true,
      paramLabel = "CLUSTER",
      description = "The cluster.")
  private String cluster = "";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "Names this file in place of the token: kubectl reads it each time, and the token is",
        "not in what is printed."
      })
  private Optional<Path> tokenFile = Optional.empty();

  K0sKubeconfig(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    URI server = session.server();
    Asker asker = session.asker();
    Optional<String> token = tokenFile.isPresent() ? Optional.empty() : asker.token().get();
    if ("http".equalsIgnoreCase(server.getScheme())
        && (token.isPresent() || tokenFile.isPresent())) {
      session
          .err()
          .println(
              "kubectl sends no token over plain http: where a token is asked for, use the server's https address.");
    }
    session.print(lines(server, asker, token));
    return ExitCode.OK.number();
  }

  private List<String> lines(URI server, Asker asker, Optional<String> token) {
    String name = quoted("muster-" + cluster);
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "apiVersion: v1",
            "kind: Config",
            "current-context: " + name,
            "contexts:",
            "  - name: " + name,
            "    context: {cluster: %s, user: %s}".formatted(name, name),
            "clusters:",
            "  - name: " + name,
            "    cluster:",
            "      server: " + quoted(server + "/k8s/clusters/" + cluster)));
    asker
        .authorities()
        .ifPresent(pem -> lines.add("      certificate-authority-data: " + base64(pem)));
    lines.addAll(List.of("users:", "  - name: " + name));
    lines.add("    user: " + user(token));
    return lines;
  }

  private String user(Optional<String> token) {
    return token
        .map(secret -> "{token: %s}".formatted(quoted(secret)))
        .or(() ->
            tokenFile.map(
                file -> "{tokenFile: %s}".formatted(quoted(file.toAbsolutePath().toString()))))
        .orElse("{}");
  }

  /** A text as JSON writes it is one of YAML too. */
  private static String quoted(String text) {
    return Json.write(Json.object().stringNode(text));
  }

  private static String base64(String pem) {
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
  }
}
