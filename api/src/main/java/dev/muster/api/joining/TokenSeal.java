package dev.muster.api.joining;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.connections.codec.CredentialCipher;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.records.credentials.AgentCredentials.SealedToken;

/** Makes of agents' tokens what is kept of them; without a key nothing is. */
record TokenSeal(CredentialCipher cipher) {

  /**
   * Refuses what needs the key, if there is none.
   *
   * @throws ProblemException that names the setting
   */
  void requireKey() {
    cipher
        .missing()
        .ifPresent(why -> {
          throw new ProblemException(ProblemType.NOT_POSSIBLE, why);
        });
  }

  /** What is kept of a node's token. */
  SealedToken seal(ClusterName cluster, NodeId node, String token) {
    requireKey();
    return new SealedToken(cipher.seal(cluster, node, token), Fingerprint.of(token));
  }
}
