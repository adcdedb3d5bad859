package dev.muster.activities.agent;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.OpenedToken;
import dev.muster.records.credentials.AgentCredential;
import dev.muster.records.credentials.AgentCredentials;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * The credentials of all nodes, in memory. What is asked for waits for nothing: a loop looks each
 * half second whether anything moved, which is one row, and then reads everything anew. A node that
 * is not among them is new, and may have just joined: it is read at once, because what is not known
 * of it must not be taken for nothing. While the database is away the last state holds.
 */
public final class KnownCredentials implements AgentTrust {

  private static final Logger LOG = LoggerFactory.getLogger(KnownCredentials.class);

  private static final Known NOT_READ =
      Known.refused("its credentials are not known: the database does not answer");

  private static final Known NOT_THERE = Known.refused("the node was removed");

  /** What it is sent now is not for who has its old address. */
  private static final Known MOVED = Known.refused("the node has another address since");

  private final AgentCredentials records;
  private final Opener opener;
  private final AtomicReference<Optional<Copy>> all = new AtomicReference<>(Optional.empty());
  private long version;

  /** Knows nothing until it is asked, or {@link #look} was called. */
  public KnownCredentials(AgentCredentials records, Opener opener) {
    this.records = records;
    this.opener = opener;
  }

  /** Opens what was sealed. */
  public interface Opener {

    /** The token, or why it cannot be opened. */
    OpenedToken open(ClusterName cluster, NodeId node, String sealed);
  }

  /** With the address: who comes under the id of a node that was removed is somebody else. */
  private record AtAddress(String address, Known known) {}

  /**
   * What was read at one time. By cluster and then by node, and the address compared: a key of all
   * three would be made and hashed anew for each visit of each node.
   */
  private static final class Copy {

    private final Map<ClusterName, Map<NodeId, AtAddress>> byCluster = new ConcurrentHashMap<>();

    void put(ClusterName cluster, NodeId node, AtAddress known) {
      byCluster.computeIfAbsent(cluster, any -> new ConcurrentHashMap<>()).put(node, known);
    }

    Optional<Known> find(AgentEndpoint agent) {
      Map<NodeId, AtAddress> nodes = byCluster.getOrDefault(agent.cluster(), Map.of());
      AtAddress found = nodes.get(agent.node());
      return found != null && found.address().equals(agent.address())
          ? Optional.of(found.known())
          : Optional.empty();
    }
  }

  @Override
  public Known of(AgentEndpoint agent) {
    Optional<Known> known = find(agent);
    if (known.isPresent()) {
      return known.get();
    }
    try {
      return readFor(agent);
    } catch (DataAccessException | TransactionException away) {
      LOG.debug("The credentials of {} cannot be read", agent.node(), away);
      return NOT_READ;
    }
  }

  private Optional<Known> find(AgentEndpoint agent) {
    return all.get().flatMap(read -> read.find(agent));
  }

  private Known readFor(AgentEndpoint agent) {
    if (all.get().isEmpty()) {
      look();
    }
    return find(agent).orElseGet(() -> readOne(agent));
  }

  /**
   * What is read goes into the copy that there was before: into a later one it might bring back
   * what has changed since.
   */
  private Known readOne(AgentEndpoint agent) {
    Optional<Copy> copy = all.get();
    Optional<AgentCredentials.OfNode> found = records.ofNode(agent.cluster(), agent.node());
    if (found.isEmpty()) {
      return NOT_THERE;
    }
    if (!found.get().address().equals(agent.address())) {
      return MOVED;
    }
    Known known = known(found.get());
    copy.ifPresent(
        read -> read.put(agent.cluster(), agent.node(), new AtAddress(agent.address(), known)));
    return known;
  }

  private Known known(AgentCredentials.OfNode one) {
    return one.credential().map(this::opened).orElse(Known.NOTHING);
  }

  @Override
  public Known anew(AgentEndpoint agent) {
    try {
      return readOne(agent);
    } catch (DataAccessException | TransactionException away) {
      return of(agent);
    }
  }

  /** While the database is away the last state holds, and the cycle finds that out by itself. */
  @Override
  public void refresh() {
    try {
      look();
    } catch (DataAccessException | TransactionException away) {
      LOG.debug("Credentials cannot be read before a cycle", away);
    }
  }

  /** Looks whether anything moved, and reads everything anew if something did. */
  public synchronized void look() {
    long now = records.version();
    if (now != version || all.get().isEmpty()) {
      read(now);
    }
  }

  private void read(long asOf) {
    Copy read = new Copy();
    for (AgentCredentials.OfNode one : records.ofAllNodes()) {
      read.put(one.cluster(), one.node(), new AtAddress(one.address(), known(one)));
    }
    all.set(Optional.of(read));
    version = asOf;
  }

  private Known opened(AgentCredential one) {
    return switch (one.admission()) {
      case PENDING ->
          Known.refused(
              "it joined, and waits to be accepted: muster node accept %s %s"
                  .formatted(one.cluster(), one.node()));
      case REVOKED ->
          Known.refused(
              "its credentials were revoked%s; muster node token set gives it others"
                  .formatted(one.revoked().map(by -> " by " + by.by()).orElse("")));
      case ACCEPTED -> accepted(one);
    };
  }

  private Known accepted(AgentCredential one) {
    Optional<OpenedToken> token = open(one, one.sealed().token());
    Optional<String> next = open(one, one.sealed().next()).flatMap(KnownCredentials::text);
    return token.isPresent() && token.get() instanceof OpenedToken.Closed(String why)
        ? Known.refused(why)
        : new Known(
            Optional.empty(), token.flatMap(KnownCredentials::text), next, one.certificate());
  }

  private Optional<OpenedToken> open(AgentCredential one, Optional<String> sealed) {
    return sealed.map(text -> opener.open(one.cluster(), one.node(), text));
  }

  private static Optional<String> text(OpenedToken opened) {
    return switch (opened) {
      case OpenedToken.Plain(String text) -> Optional.of(text);
      case OpenedToken.Closed closed -> Optional.empty();
    };
  }
}
