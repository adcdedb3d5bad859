package dev.muster.cli.command;

import dev.muster.cli.install.AgentInstaller;
import dev.muster.cli.install.AgentTarball;
import dev.muster.cli.install.InstallFailure;
import dev.muster.cli.install.SshTarget;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Text;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster agent install}: the agent, brought to nodes. */
final class AgentCommands {
  private AgentCommands() {}

  /** The image that the launcher made, or that was given. */
  static AgentTarball tarball(Session session, Optional<String> given) {
    return AgentTarball.read(
        Path.of(
            given
                .or(() ->
                    Optional.ofNullable(
                        session.surroundings().environment().get("MUSTER_AGENT_IMAGE")))
                .orElseThrow(() ->
                    new UsageFailure(
                        "there is no image of an agent here: give --package, the file that muster agent package makes where Muster was built"))));
  }

  static int failed(Session session, InstallFailure failure) {
    session.err().println(Text.clean(failure.line()));
    if (!failure.advice().isEmpty()) {
      session.err().println("  " + Text.clean(failure.advice()));
    }
    return ExitCode.FAILED.number();
  }

  @Command(
      name = "install",
      description = {
        "Installs an agent on a node over ssh, has it join the cluster, and starts it.",
        "The node needs no Java. An agent that is there is brought to this image and",
        "configuration; nothing is done if it has them. What fails leaves the node as it was."
      },
      footer = {
        "",
        "Examples:",
        "  muster agent install ssh://root@db-1.example.com --cluster prod --node db-1",
        "  muster agent install ssh://db-1 -c prod -n db-1 --muster https://muster:8420 --config agent.json"
      })
  static final class Install implements Callable<Integer> {
    private final Session session;

    @Parameters(
        paramLabel = "ssh://[USER@]HOST[:PORT]",
        description = "Where to log in; a host may be a name of ssh's configuration.")
    private String where = "";

    @Option(
        names = {"-c", "--cluster"},
        paramLabel = "CLUSTER",
        required = true,
        description = "The cluster that it joins.")
    private String cluster = "";

    @Option(
        names = {"-n", "--node"},
        paramLabel = "ID",
        required = true,
        description = "The id of the node.")
    private String node = "";

    @Option(
        names = "--muster",
        paramLabel = "URL",
        description = "Where the node reaches Muster (default: --server).")
    private Optional<String> muster = Optional.empty();

    @Option(
        names = "--join-ca",
        paramLabel = "FILE",
        description =
            "Whom the agent believes that it is Muster, in PEM (default: MUSTER_CA_FILE).")
    private Optional<String> authorities = Optional.empty();

    @Option(
        names = "--listen",
        paramLabel = "HOST:PORT",
        description = "Where the agent listens (default: 0.0.0.0:7070).")
    private String listen = "0.0.0.0:7070";

    @Option(
        names = "--address",
        paramLabel = "URL",
        description = "Where Muster reaches the agent (default: the host of ssh://).")
    private Optional<String> address = Optional.empty();

    @Option(
        names = "--config",
        paramLabel = "FILE",
        description = "JSON: what else the agent is told, such as services and allow.")
    private Optional<String> config = Optional.empty();

    @Option(
        names = "--label",
        paramLabel = "NAME=VALUE",
        description = "A label of the node when it joins; may be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
        names = "--prefix",
        paramLabel = "DIR",
        description = {
          "Where it is installed (default: /opt/muster-agent for root, else",
          "~/.local/share/muster-agent)."
        })
    private String prefix = "";

    @Option(names = "--sudo", description = "Install as root by sudo, which must not ask.")
    private boolean sudo;

    @Option(names = "--ssh-config", paramLabel = "FILE", description = "For ssh -F.")
    private Optional<String> sshConfig = Optional.empty();

    @Option(
        names = "--package",
        paramLabel = "FILE",
        description = "The image (default: made of this Muster, for this machine's platform).")
    private Optional<String> tarball = Optional.empty();

    Install(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      try {
        AgentInstaller.Wish wish = wish();
        AgentInstaller.Result result =
            new AgentInstaller(session.api(), wish, line -> session.err().println(Text.clean(line)))
                .install();
        return say(result);
      } catch (InstallFailure failure) {
        return failed(session, failure);
      }
    }

    private AgentInstaller.Wish wish() {
      SshTarget target = target();
      return new AgentInstaller.Wish(
          cluster,
          node,
          new AgentInstaller.Wish.Where(target, sshConfig, sudo),
          tarball(session, tarball),
          prefix,
          new AgentInstaller.Wish.Settings(
              muster(target),
              authorities
                  .or(() ->
                      Optional.ofNullable(
                          session.surroundings().environment().get("MUSTER_CA_FILE")))
                  .map(file -> Inputs.read(file, session.surroundings().in()))
                  .orElse(""),
              listen,
              address(target),
              base()),
          labels);
    }

    private SshTarget target() {
      try {
        return SshTarget.parse(where);
      } catch (IllegalArgumentException bad) {
        throw new UsageFailure(String.valueOf(bad.getMessage()));
      }
    }

    private ObjectNode base() {
      return config
          .map(file ->
              Inputs.values("--config", Optional.of(file), Map.of(), session.surroundings().in()))
          .orElseGet(Json::object);
    }

    private String muster(SshTarget target) {
      String url = muster.orElseGet(() -> session.server().toString()).replaceAll("/+$", "");
      String host = String.valueOf(URI.create(url).getHost());
      if (isLoopback(host) && !isLoopback(target.host())) {
        throw new UsageFailure(
            "%s is this machine's own: give --muster as the node reaches Muster, such as https://muster.example.com:8420"
                .formatted(url));
      }
      return url;
    }

    /** Who reaches the node by ssh most often does so by this name, too. */
    private String address(SshTarget target) {
      int colon = listen.lastIndexOf(':');
      if (colon < 1) {
        throw new UsageFailure(
            "--listen '%s' (expected: HOST:PORT, as in 0.0.0.0:7070)".formatted(listen));
      }
      if (address.isPresent() || isLoopback(listen.substring(0, colon))) {
        return address.orElse("");
      }
      String host = target.host().contains(":") ? "[" + target.host() + "]" : target.host();
      return "https://" + host + listen.substring(colon);
    }

    private static boolean isLoopback(String host) {
      String bare = host.replaceAll("[\\[\\]]", "");
      return bare.equals("localhost") || bare.equals("::1") || bare.startsWith("127.");
    }

    private int say(AgentInstaller.Result result) {
      if (session.wantsJson()) {
        ObjectNode json = Json.object().put("changed", result.changed()).put("node", node);
        json.put("cluster", cluster).put("home", result.home());
        json.put("service", result.service()).put("image", result.image());
        session.out().println(Json.write(json));
        return ExitCode.OK.number();
      }
      session
          .out()
          .println(
              result.changed()
                  ? "Node %s of %s has the agent %s, in %s."
                      .formatted(node, cluster, result.image(), result.home())
                  : "Nothing to change: node %s of %s has the agent %s already, in %s."
                      .formatted(node, cluster, result.image(), result.home()));
      if (result.changed() && !result.service().equals("systemd")) {
        session
            .err()
            .printf(
                "There is no systemd for it there: it runs by itself, and nobody starts it after a reboot. To do so: %s/current/bin/muster-agent-node start%n",
                result.home());
      }
      return ExitCode.OK.number();
    }
  }
}
