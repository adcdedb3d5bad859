package dev.muster.cli.command;

import dev.muster.cli.install.AgentTarball;
import dev.muster.cli.install.InstallFailure;
import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster agent upgrade}: starts the playbook that exchanges agents. */
@Command(
    name = "upgrade",
    description = {
      "Exchanges the agents of a cluster by the playbook agent-upgrade.",
      "A canary first, then some at a time. The nodes fetch the image from --url, or find it at",
      "--file. A node whose new agent Muster does not reach goes back to the one of before."
    },
    footer = {
      "",
      "Example:",
      "  muster agent upgrade --cluster prod --url https://files.example.com/muster-agent.tar.gz -f"
    })
final class AgentUpgradeCommand implements Callable<Integer> {

  private static final String PLAYBOOK = "agent-upgrade";

  private final Session session;
  @Mixin private RunCommands.Patience patience = new RunCommands.Patience();

  @Option(
      names = {"-c", "--cluster"},
      paramLabel = "CLUSTER",
      required = true,
      description = "The cluster whose agents are exchanged.")
  private String cluster = "";

  @Option(names = "--url", paramLabel = "URL", description = "Where the nodes download the image.")
  private Optional<String> url = Optional.empty();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Where the image lies on every node, such as on a shared disk.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--package",
      paramLabel = "FILE",
      description = "The same image here, for its hash (default: made of this Muster).")
  private Optional<String> tarball = Optional.empty();

  @Option(
      names = "--select",
      paramLabel = "SELECTOR",
      description =
          "Only these nodes, by their labels. Nodes of other platforms are left out anyway.")
  private Optional<String> select = Optional.empty();

  @Option(
      names = {"-p", "--param"},
      paramLabel = "NAME=VALUE",
      description = "Another parameter of the playbook, such as canaries=2; may be repeated.")
  private Map<String, String> params = new LinkedHashMap<>();

  @Option(
      names = {"-f", "--follow"},
      description = "Follows the run; the exit code says how it ended.")
  private boolean follow;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; shown everywhere.")
  private String reason = "new agents";

  AgentUpgradeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (url.isPresent() == file.isPresent()) {
      throw new UsageFailure("give --url, or --file: where the nodes get the image from");
    }
    if (patience.given() && !follow) {
      throw new UsageFailure("--timeout and --stop-at-approval need --follow");
    }
    try {
      return start(AgentCommands.tarball(session, tarball));
    } catch (InstallFailure failure) {
      return AgentCommands.failed(session, failure);
    }
  }

  private int start(AgentTarball image) throws InterruptedException {
    ObjectNode values =
        Inputs.values("--param", Optional.empty(), params, session.surroundings().in());
    url.ifPresent(address -> values.put("url", address));
    file.ifPresent(path -> values.put("file", path));
    values.put("sha256", image.sha256()).put("image", image.image());
    String platform = "platform=" + image.platform();
    values.put("select", select.map(given -> platform + "," + given).orElse(platform));
    String run = UUID.randomUUID().toString();
    ObjectNode body = Json.object().put("playbook", PLAYBOOK).put("id", run).put("reason", reason);
    body.set("params", values);
    Answer answer =
        Resend.whenUnanswered(
            session, run, () -> session.api().post(ApiPath.of("clusters", cluster, "runs"), body));
    if (follow) {
      return patience.follow(session, run);
    }
    session.answer(
        answer,
        json ->
            session
                .out()
                .println(
                    Text.clean(
                        "Run %s exchanges the agents of %s for %s. To follow it: %s run follow %s"
                            .formatted(
                                run,
                                cluster,
                                image.image(),
                                session.command(),
                                run.substring(0, 8)))));
    return ExitCode.OK.number();
  }
}
