package dev.muster.api.security;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Creator;
import dev.muster.domain.identity.Grant;
import dev.muster.domain.identity.GroupRole;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Permission;
import dev.muster.records.Records;
import dev.muster.records.receivers.ReceiverRecord;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What whoever triggers a receiver proves: that they know its address. It is nobody's identity;
 * what may be done is what its creator may do now.
 */
public final class ReceiverProof {

  private static final String PROVEN = ReceiverProof.class.getName();
  private static final String ANOTHER = "; muster receiver create makes another one";

  private final Records records;
  private final Guesses guesses;
  private final List<GroupRole> bound;
  private final boolean open;
  private final Clock clock;

  /**
   * @param bound what groups of the provider may do
   * @param open whether who proves nothing is everybody
   */
  ReceiverProof(
      Records records, Guesses guesses, List<GroupRole> bound, boolean open, Clock clock) {
    this.records = records;
    this.guesses = guesses;
    this.bound = List.copyOf(bound);
    this.open = open;
    this.clock = clock;
  }

  /** The receiver that a request was let in by. */
  public static ReceiverRecord of(HttpServletRequest request) {
    if (request.getAttribute(PROVEN) instanceof ReceiverRecord receiver) {
      return receiver;
    }
    throw new IllegalStateException("the request has proven nothing");
  }

  /**
   * Ends the request unless its address is that of a receiver, whose creator may still do what it
   * triggers.
   *
   * @param secret what the address has
   */
  void require(HttpServletRequest request, String secret) {
    request.setAttribute(PROVEN, opened(secret, request.getRemoteAddr()));
  }

  /** The receiver that a secret opens, sent from an address. */
  ReceiverRecord opened(String secret, String address) {
    if (!guesses.mayTry(address)) {
      throw new ProblemException(
          ProblemType.TOO_MANY_REQUESTS, String.valueOf(new TooManyGuesses(address).getMessage()));
    }
    Instant now = clock.instant();
    Optional<ReceiverRecord> known =
        AccessToken.read(secret)
            .flatMap(token -> records.receivers().known(token))
            .filter(receiver -> !receiver.hasExpired(now));
    if (known.isEmpty()) {
      guesses.failed(address);
      throw new ProblemException(
          ProblemType.UNAUTHENTICATED,
          "there is no receiver of this address, or its time is over" + ANOTHER);
    }
    ReceiverRecord receiver = known.get();
    requireRole(receiver.creator(), receiver.key().cluster(), now);
    return receiver;
  }

  private void requireRole(Creator creator, ClusterName cluster, Instant now) {
    if (creator.by() == Creator.KnownBy.NOBODY) {
      if (!open) {
        throw new ProblemException(
            ProblemType.FORBIDDEN,
            "the receiver was made when nobody was asked for a name, and now everybody is"
                + ANOTHER);
      }
      return;
    }
    List<Grant> grants = new ArrayList<>(records.tokens().grantsOf(creator.name(), now));
    if (creator.by() == Creator.KnownBy.PROVIDER) {
      grants.addAll(GroupRole.grants(bound, creator.groups()));
    }
    Identity today = new Identity(creator.name(), creator.groups(), grants);
    if (!today.may(Permission.OPERATE, cluster)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "%s made the receiver, and may not operate cluster %s any more; somebody who may makes another one"
              .formatted(creator.name(), cluster));
    }
  }
}
