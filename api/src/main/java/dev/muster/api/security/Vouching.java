package dev.muster.api.security;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.run.Answerer;
import dev.muster.records.Records;
import java.util.UUID;

/** Leaves word of who gave an answer, before it goes through Temporal, where anybody may say so. */
public final class Vouching {

  private final Records records;

  public Vouching(Records records) {
    this.records = records;
  }

  /**
   * Whoever this thread answers gave this answer.
   *
   * @param name that the answer will have
   * @param subject the run or the action
   * @param verb such as {@code APPROVE}
   */
  public void leave(String name, ClusterName cluster, UUID subject, String verb) {
    Answerer who =
        ProvenIdentity.current()
            .filter(ProvenIdentity::isNamed)
            .map(proven -> answerer(proven.identity(), cluster))
            .orElseGet(() -> Answerer.named(name));
    records.vouchers().leave(subject, verb, who);
  }

  private static Answerer answerer(Identity identity, ClusterName cluster) {
    return new Answerer(identity.name(), identity.groups(), identity.rolesOn(cluster));
  }
}
