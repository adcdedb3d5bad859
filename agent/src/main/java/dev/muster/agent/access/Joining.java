package dev.muster.agent.access;

import dev.muster.agent.journal.Journal;
import dev.muster.agent.node.AgentDescription;
import dev.muster.agent.settings.AgentTls;
import dev.muster.agent.settings.JoinSettings;
import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.protocol.JoinAnswer;
import dev.muster.domain.protocol.JoinRequest;
import dev.muster.domain.stall.Backoff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * Joins Muster, once. The agent makes its token before it asks, and keeps it until it was answered:
 * so it can ask as often as it must, and is the same agent each time. From the first moment nobody
 * but who has that token gets anything here.
 */
public final class Joining {

  private final JoinSettings settings;
  private final Path kept;
  private final String node;
  private final String token;

  private Joining(JoinSettings settings, Path kept, String node, String token) {
    this.settings = settings;
    this.kept = kept;
    this.node = node;
    this.token = token;
  }

  /** What is wrong with joining, for the person who runs the agent; asking again is of no use. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    Refused(String why) {
      super(why);
    }
  }

  /**
   * Gets ready to join; empty if the agent has joined already.
   *
   * @throws IOException if its token cannot be kept
   */
  public static Optional<Joining> begin(
      JoinSettings settings, Path data, String node, AcceptedTokens tokens) throws IOException {
    Path kept = data.resolve("joining");
    if (!Files.exists(kept)) {
      if (AcceptedTokens.areKept(data)) {
        return Optional.empty();
      }
      byte[] random = new byte[AccessToken.BYTES];
      new SecureRandom().nextBytes(random);
      PrivateFile.write(kept, AccessToken.of(random).reveal().getBytes(StandardCharsets.US_ASCII));
    }
    String token = Files.readString(kept);
    tokens.only(Fingerprint.of(token));
    return Optional.of(new Joining(settings, kept, node, token));
  }

  /**
   * Asks until there is an answer.
   *
   * @param reached where the agent listens
   * @throws Refused if Muster does not want it; the message says what to do
   * @throws InterruptedException when the agent stops
   */
  public JoinAnswer join(AgentAddress reached, Optional<AgentTls> tls)
      throws IOException, InterruptedException {
    String joinToken = joinToken();
    JoinRequest request =
        new JoinRequest(
            new NodeId(node),
            settings.address().orElse(reached),
            Optional.of(AgentDescription.platform()),
            settings.labels().isEmpty() ? Optional.empty() : Optional.of(settings.labels()),
            token,
            tls.isPresent()
                ? Optional.of(OwnCertificate.fingerprint(tls.get()))
                : Optional.empty());
    JoinCall call = new JoinCall(settings.server(), settings.caFile());
    Backoff pause = new Backoff();
    String said = "";
    while (true) {
      switch (call.post(request, joinToken)) {
        case JoinCall.Outcome.Joined(JoinAnswer answer) -> {
          PrivateFile.remove(kept);
          Journal.info(
              "joined cluster %s as node %s; %s"
                  .formatted(answer.cluster(), answer.node(), standing(answer)));
          return answer;
        }
        case JoinCall.Outcome.Refused(String why) ->
            throw new Refused("joining %s: %s".formatted(settings.server(), why));
        case JoinCall.Outcome.Later(String why) -> {
          if (!why.equals(said)) {
            Journal.info("joining %s: %s; tried again".formatted(settings.server(), why));
          }
          said = why;
          Thread.sleep(pause.next());
        }
      }
    }
  }

  private static String standing(JoinAnswer answer) {
    return answer.state().equals("pending")
        ? "it waits to be accepted: muster node accept %s %s"
            .formatted(answer.cluster(), answer.node())
        : answer.state();
  }

  private String joinToken() throws IOException {
    try {
      return Files.readString(settings.tokenFile()).strip();
    } catch (IOException failed) {
      throw new Refused(
          "--join-token-file %s cannot be read; muster agent-token create makes one"
              .formatted(settings.tokenFile()));
    }
  }
}
