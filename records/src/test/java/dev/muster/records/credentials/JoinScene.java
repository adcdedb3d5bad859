package dev.muster.records.credentials;

import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.protocol.JoinRequest;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.credentials.AgentCredentials.SealedToken;
import dev.muster.records.credentials.JoinTokenRecord.Acceptance;
import dev.muster.records.credentials.JoinTokenRecord.Gives;
import dev.muster.records.credentials.JoinTokenRecord.Made;
import dev.muster.records.credentials.JoinTokens.NewJoinToken;
import dev.muster.records.credentials.Joins.Joined;
import dev.muster.records.credentials.Joins.NewJoin;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A cluster, tokens with which agents join it, and agents that do. */
record JoinScene(Records records) {

  static final Instant NOW = RecordsFixture.T0;
  static final ClusterName PROD = new ClusterName("prod");
  static final Fingerprint CERTIFICATE = Fingerprint.of("certificate");

  static JoinScene of(Records records) {
    RecordsFixture.cluster(records, "prod", 0);
    return new JoinScene(records);
  }

  UUID joinToken(int uses, Acceptance acceptance) {
    NewJoinToken token =
        new NewJoinToken(
            UUID.randomUUID(),
            PROD,
            new Gives(Map.of("zone", "a"), acceptance),
            uses,
            new Made(NOW, "ada"),
            NOW.plus(Duration.ofHours(1)));
    return records
        .joinTokens()
        .add(token, AccessToken.random(new SecureRandom()::nextBytes))
        .orElseThrow()
        .id();
  }

  Joined join(UUID joinToken, String node, String address, String token) {
    return records.joins().join(request(joinToken, node, address, token, NOW));
  }

  static NewJoin request(UUID joinToken, String node, String address, String token, Instant at) {
    return new NewJoin(
        joinToken,
        new JoinRequest(
            new NodeId(node),
            new AgentAddress(address),
            Optional.of("linux-amd64"),
            Optional.of(Map.of("zone", "mine", "rack", "b4")),
            token,
            Optional.of(CERTIFICATE)),
        sealed(token),
        at);
  }

  static SealedToken sealed(String token) {
    return new SealedToken("sealed " + token, Fingerprint.of(token));
  }
}
