package dev.muster.worker.credentials;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.AgentTrust;
import dev.muster.activities.agent.HttpAgentClient.Exchange;
import dev.muster.connections.background.BackgroundLoop;
import dev.muster.connections.codec.CredentialCipher;
import dev.muster.domain.cluster.OpenedToken;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.records.Records;
import dev.muster.records.changes.Lease;
import dev.muster.records.credentials.AgentCredential;
import dev.muster.records.credentials.Rotations;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Exchanges the tokens of agents for which somebody asked: keeps the next one, tells the agent,
 * goes over to it, uses it. Every step can be done again, so it does not matter after which one the
 * process ends. One process at a time does it; a look costs one small query.
 */
public final class RotationLoop extends BackgroundLoop {

  private static final Logger LOG = LoggerFactory.getLogger(RotationLoop.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final int IN_A_LOOK = 1_000;
  private static final int AT_A_TIME = 32;

  private final Records records;
  private final Agents agents;
  private final CredentialCipher cipher;
  private final Clock clock;
  private final Lease lease;
  private final SecureRandom random = new SecureRandom();

  public RotationLoop(Records records, Agents agents, CredentialCipher cipher, Clock clock) {
    super("rotation", LOOK_EVERY);
    this.records = records;
    this.agents = agents;
    this.cipher = cipher;
    this.clock = clock;
    this.lease = records.lease("rotation");
  }

  /** How agents are told, and what is known of them afterwards. */
  public record Agents(Telling telling, AgentTrust trust) {}

  /** Tells an agent which token it shall accept next. */
  public interface Telling {
    AgentAnswer<Exchange> next(AgentEndpoint agent, Fingerprint token);
  }

  @Override
  protected void turn() throws InterruptedException {
    if (lease.isHeld()) {
      look();
    }
  }

  @Override
  protected void ended() {
    lease.close();
  }

  /** Does what is due, some at a time, and each once: what failed waits for the next look. */
  void look() throws InterruptedException {
    List<Rotations.Due> due = records.rotations().due(clock.instant(), IN_A_LOOK);
    for (int from = 0; from < due.size(); from += AT_A_TIME) {
      List<Thread> begun =
          due.subList(from, Math.min(from + AT_A_TIME, due.size())).stream()
              .map(one -> Thread.startVirtualThread(() -> rotate(one)))
              .toList();
      for (Thread each : begun) {
        each.join();
      }
    }
  }

  private void rotate(Rotations.Due due) {
    try {
      exchange(due);
    } catch (DataAccessException | TransactionException away) {
      LOG.debug("The token of {} was not exchanged", due.node(), away);
    } catch (RuntimeException bug) {
      LOG.error("Exchanging the token of {} failed", due.node(), bug);
      records.rotations().failed(due, "a bug of Muster; its log says more", Optional.empty());
    }
  }

  private void exchange(Rotations.Due due) {
    Optional<String> missing = cipher.missing();
    if (missing.isPresent()) {
      records.rotations().failed(due, missing.get(), Optional.empty());
      return;
    }
    records.rotations().prepare(due.cluster(), due.node(), sealed(due));
    Optional<String> next =
        records
            .agentCredentials()
            .find(due.cluster(), due.node())
            .map(AgentCredential::sealed)
            .flatMap(AgentCredential.Sealed::next);
    if (next.isEmpty()) {
      return; // revoked, or given another token meanwhile
    }
    switch (cipher.open(due.cluster(), due.node(), next.get())) {
      case OpenedToken.Closed(String why) -> {
        // Nobody can send it: another one takes its place.
        records.rotations().drop(due.cluster(), due.node(), next.get());
        later(due, why);
      }
      case OpenedToken.Plain(String token) -> tell(due, next.get(), Fingerprint.of(token));
    }
  }

  private void tell(Rotations.Due due, String sealed, Fingerprint next) {
    AgentEndpoint agent = new AgentEndpoint(due.cluster(), due.node(), due.agent(), due.protocol());
    switch (agents.telling().next(agent, next)) {
      case AgentAnswer.Answered<Exchange>(Exchange said) -> {
        switch (said) {
          case TAKEN -> goOver(due, agent, sealed, next);
          case NEVER ->
              records
                  .rotations()
                  .failed(
                      due,
                      "the agent takes no other token: it asks for none, or is of a version before"
                          + " tokens were exchanged; start it with --token-file, or upgrade it",
                      Optional.empty());
        }
      }
      case AgentAnswer.Unreachable<Exchange>(String why) -> later(due, why);
      case AgentAnswer.Garbage<Exchange>(String why) -> later(due, why);
    }
  }

  /** The agent drops the old token when it sees the next one, so that is shown to it at once. */
  private void goOver(Rotations.Due due, AgentEndpoint agent, String sealed, Fingerprint next) {
    if (records.rotations().done(due, sealed, next, clock.instant())) {
      agents.trust().anew(agent);
      agents.telling().next(agent, next);
      LOG.info("Node {} of cluster {} has another token", due.node(), due.cluster());
    }
  }

  private void later(Rotations.Due due, String why) {
    Instant now = clock.instant();
    records.rotations().failed(due, why, Optional.of(now.plus(pause(due, now))));
  }

  private static Duration pause(Rotations.Due due, Instant now) {
    Duration waited = Duration.between(due.asked(), now);
    Duration pause = waited.dividedBy(4);
    return pause.compareTo(SHORTEST) < 0
        ? SHORTEST
        : pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
  }

  private String sealed(Rotations.Due due) {
    return cipher.seal(due.cluster(), due.node(), AccessToken.random(random::nextBytes).reveal());
  }
}
