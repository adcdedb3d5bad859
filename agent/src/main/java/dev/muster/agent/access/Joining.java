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
  private final Path data;
  private final String node;
  private final AccessToken token;

  private Joining(JoinSettings settings, Path data, String node, AccessToken token) {
    this.settings = settings;
    this.data = data;
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
   * Gets ready to join; empty if the agent has joined already. Muster has begun to exchange the
   * token: then it has the token, and only the answer was lost.
   *
   * @throws IOException if its token cannot be kept
   */
  public static Optional<Joining> begin(
      JoinSettings settings, Path data, String node, AcceptedTokens tokens) throws IOException {
    Path kept = kept(data);
    if (!Files.exists(kept)) {
      if (AcceptedTokens.areKept(data)) {
        return Optional.empty();
      }
      String made = AccessToken.random(new SecureRandom()::nextBytes).reveal();
      PrivateFile.write(kept, made.getBytes(StandardCharsets.US_ASCII));
    }
    AccessToken token =
        AccessToken.read(Files.readString(kept))
            .orElseThrow(() ->
                new IOException(
                    "%s is damaged: remove it and the file tokens beside it, then the agent joins anew"
                        .formatted(kept)));
    Joining joining = new Joining(settings, data, node, token);
    if (joining.isOver()) {
      PrivateFile.remove(kept);
      return Optional.empty();
    }
    tokens.only(joining.fingerprint());
    return Optional.of(joining);
  }

  /** The token, until the join was answered. */
  private static Path kept(Path data) {
    return data.resolve("joining");
  }

  private Fingerprint fingerprint() {
    return Fingerprint.of(token.reveal());
  }

  private boolean isOver() throws IOException {
    return AcceptedTokens.isExchanged(data, fingerprint());
  }

  /**
   * Asks until there is an answer, or Muster shows that it has the token.
   *
   * @param reached where Muster reaches the agent
   * @throws Refused if Muster does not want it; the message says what to do
   * @throws InterruptedException when the agent stops
   */
  public void join(AgentAddress reached, Optional<AgentTls> tls)
      throws IOException, InterruptedException {
    AccessToken joinToken = joinToken();
    JoinRequest request = request(reached, tls);
    JoinCall call = new JoinCall(settings.server(), settings.caFile());
    Backoff pause = new Backoff();
    String said = "";
    while (true) {
      JoinCall.Outcome outcome = call.post(request, joinToken);
      if (isOver()) {
        PrivateFile.remove(kept(data));
        Journal.info("joined as node %s; Muster has exchanged the token since".formatted(node));
        return;
      }
      switch (outcome) {
        case JoinCall.Outcome.Joined(JoinAnswer answer) -> {
          PrivateFile.remove(kept(data));
          Journal.info(
              "joined cluster %s as node %s; %s"
                  .formatted(answer.cluster(), answer.node(), standing(answer)));
          return;
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

  private JoinRequest request(AgentAddress reached, Optional<AgentTls> tls) throws IOException {
    return new JoinRequest(
        new NodeId(node),
        reached,
        Optional.of(AgentDescription.platform()),
        settings.labels().isEmpty() ? Optional.empty() : Optional.of(settings.labels()),
        token.reveal(),
        tls.isPresent() ? Optional.of(OwnCertificate.fingerprint(tls.get())) : Optional.empty());
  }

  private static String standing(JoinAnswer answer) {
    return answer.state().equals("pending")
        ? "it waits to be accepted: muster node accept %s %s"
            .formatted(answer.cluster(), answer.node())
        : answer.state();
  }

  private AccessToken joinToken() throws IOException {
    try {
      return AccessToken.read(Files.readString(settings.tokenFile()).strip())
          .orElseThrow(() -> unusable("holds no join token"));
    } catch (Refused wrong) {
      throw wrong;
    } catch (IOException failed) {
      throw unusable("cannot be read");
    }
  }

  private Refused unusable(String why) {
    return new Refused(
        "--join-token-file %s %s; muster agent-token create makes one"
            .formatted(settings.tokenFile(), why));
  }
}
