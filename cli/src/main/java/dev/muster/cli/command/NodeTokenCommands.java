package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Text;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster node accept} and {@code muster node token …}: by what agents are known. */
final class NodeTokenCommands {
  private NodeTokenCommands() {}

  @Command(
      name = "accept",
      description = "Accepts a node whose agent joined; until then nothing is sent to it.",
      footer = {"", "Example:", "  muster node accept prod-kafka broker-3"})
  static final class Accept implements Callable<Integer> {
    private final Session session;
    @Mixin private OneNode one = new OneNode();

    Accept(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ApiPath path = ApiPath.of("clusters", one.cluster(), "nodes", one.node(), "accept");
      return session.say(
          session.api().post(path, Json.object()),
          json -> "Node %s of %s is accepted".formatted(one.node(), one.cluster()));
    }
  }

  @Command(
      name = "rotate",
      description = {
        "Has the token of an agent, or of all agents of a cluster, exchanged for another one.",
        "Nothing pauses; muster node show says how far it is."
      },
      footer = {
        "",
        "Examples:",
        "  muster node token rotate prod-kafka",
        "  muster node token rotate prod-kafka broker-3"
      })
  static final class Rotate implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "NODE",
        description = "Only this node's (default: all).")
    private Optional<String> node = Optional.empty();

    Rotate(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object();
      node.ifPresent(id -> body.put("node", id));
      return session.say(
          session.api().post(ApiPath.of("clusters", cluster, "rotate-tokens"), body),
          json ->
              "The tokens of %s of %s are exchanged"
                  .formatted(Text.count(Json.number(json, "nodes"), "node"), cluster));
    }
  }

  @Command(
      name = "revoke",
      description = {
        "Takes the credentials of a node back: nothing is sent to its agent any more.",
        "What the agent has, it goes on with."
      },
      footer = {"", "Example:", "  muster node token revoke prod-kafka broker-3"})
  static final class Revoke implements Callable<Integer> {
    private final Session session;
    @Mixin private OneNode one = new OneNode();

    Revoke(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(credentials(one)),
          json -> "Node %s of %s is revoked".formatted(one.node(), one.cluster()));
    }
  }

  @Command(
      name = "set",
      description = {
        "Gives a node the token that its agent asks for, or its certificate's hash.",
        "Or both; it counts as accepted then."
      },
      footer = {
        "",
        "Example:",
        "  muster node token set prod-kafka broker-3 --token-file broker-3.token"
      })
  static final class SetToken implements Callable<Integer> {
    private final Session session;
    @Mixin private OneNode one = new OneNode();

    @Option(
        names = "--token-file",
        paramLabel = "FILE",
        description = "A file with the token; - is standard input.")
    private Optional<String> tokenFile = Optional.empty();

    @Option(
        names = "--certificate-sha256",
        paramLabel = "HASH",
        description = "Of the certificate, in hex, as openssl x509 -fingerprint writes it.")
    private Optional<String> certificate = Optional.empty();

    SetToken(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      if (tokenFile.isEmpty() && certificate.isEmpty()) {
        throw new UsageFailure("Which? Give --token-file, --certificate-sha256, or both.");
      }
      ObjectNode body = Json.object();
      tokenFile
          .map(file -> Inputs.read(file, session.surroundings().in()).strip())
          .ifPresent(token -> body.put("token", token));
      certificate.ifPresent(hash -> body.put("certificate", hash));
      return session.say(
          session.api().post(credentials(one), body),
          json -> "Node %s of %s has credentials of its own".formatted(one.node(), one.cluster()));
    }
  }

  private static ApiPath credentials(OneNode one) {
    return ApiPath.of("clusters", one.cluster(), "nodes", one.node(), "credentials");
  }
}
