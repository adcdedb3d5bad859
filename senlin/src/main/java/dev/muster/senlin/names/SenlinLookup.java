package dev.muster.senlin.names;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Sight;
import dev.muster.records.Records;
import dev.muster.records.members.ListedCluster;
import dev.muster.records.members.ListedNode;
import dev.muster.records.members.ProfileRecord;
import dev.muster.records.policies.PolicyRecord;
import dev.muster.records.receivers.ReceiverRecord;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Finds things as Senlin's clients name them: by id, by name, or by the beginning of an id. What
 * somebody may not read is not found.
 */
public final class SenlinLookup {

  private static final String DIGITS = "[0-9a-f-]{1,36}";
  private static final int WHOLE = 36;

  private final Records records;

  public SenlinLookup(Records records) {
    this.records = records;
  }

  /** A cluster that is there for Senlin's clients. */
  public ListedCluster cluster(String text, Sight sight) {
    return one(
        "cluster",
        text,
        digits -> here(records.members().clusters().byId(digits, sight)),
        () -> here(named(text, sight).stream().toList()));
  }

  /** The cluster of the name, for Senlin's clients there or not. */
  public Optional<ListedCluster> named(String text, Sight sight) {
    try {
      return records.members().clusters().find(new ClusterName(text), sight);
    } catch (IllegalArgumentException noName) {
      return Optional.empty();
    }
  }

  /** Those of the list that are there for Senlin's clients. */
  public static List<ListedCluster> here(List<ListedCluster> all) {
    return all.stream().filter(cluster -> !isGone(cluster)).toList();
  }

  /**
   * Whether all its members were deleted, and none came since. Muster keeps such a cluster, with
   * its nodes; to Senlin's clients it is gone.
   */
  private static boolean isGone(ListedCluster cluster) {
    return cluster.counts().members() == 0
        && cluster.shape().profile().isEmpty()
        && cluster
            .lastChange()
            .filter(last -> last.kind().value().equals("cluster.delete") && last.state().isFinal())
            .isPresent();
  }

  /** A member, or a node that is none. */
  public ListedNode node(String text, Sight sight) {
    return one(
        "node",
        text,
        digits -> records.members().nodes().byId(digits, sight),
        () -> {
          try {
            return records.members().nodes().named(new NodeId(text), sight);
          } catch (IllegalArgumentException noName) {
            return List.of();
          }
        });
  }

  /** The name of a node within a cluster. */
  public NodeId nodeOf(ClusterName cluster, String text, Sight sight) {
    ListedNode node = node(text, sight);
    if (!node.cluster().equals(cluster)) {
      throw ProblemException.badRequest(
          "Nodes ['%s'] are not in cluster %s, but in %s; a node of Muster belongs to one cluster for good"
              .formatted(text, cluster, node.cluster()));
    }
    return node.node();
  }

  public ReceiverRecord receiver(String text, Sight sight) {
    List<ReceiverRecord> all = records.receivers().seen(sight, Integer.MAX_VALUE);
    return one(
        "receiver",
        text,
        beginning(all, ReceiverRecord::id),
        () -> all.stream().filter(any -> any.key().name().value().equals(text)).toList());
  }

  public PolicyRecord policy(String text) {
    List<PolicyRecord> all = whole(page -> records.policies().list(Optional.empty(), page));
    return one(
        "policy",
        text,
        beginning(all, PolicyRecord::id),
        () -> all.stream().filter(any -> any.name().value().equals(text)).toList());
  }

  /** The newest version of a profile. */
  public ProfileRecord profile(String text) {
    List<ProfileRecord> all = profiles();
    return one(
        "profile",
        text,
        beginning(all, any -> ProfileIds.of(any.key().name())),
        () -> all.stream().filter(any -> any.key().name().equals(text)).toList());
  }

  /** The newest version of each. */
  public List<ProfileRecord> profiles() {
    return whole(records.profiles()::list);
  }

  /** A list of the API that is read whole, page by page. */
  public static <T> List<T> whole(Function<PageRequest, Page<T>> list) {
    List<T> all = new ArrayList<>();
    Optional<String> marker = Optional.empty();
    do {
      Page<T> page = list.apply(new PageRequest(PageRequest.MAX_LIMIT, marker));
      all.addAll(page.items());
      marker = page.next();
    } while (marker.isPresent());
    return all;
  }

  private static <T> Function<String, List<T>> beginning(List<T> all, Function<T, UUID> id) {
    return digits ->
        all.stream()
            .filter(one -> id.apply(one).toString().replace("-", "").startsWith(digits))
            .toList();
  }

  private static <T> T one(
      String what, String text, Function<String, List<T>> byId, Supplier<List<T>> named) {
    String start = text.toLowerCase(Locale.ROOT);
    List<T> found = List.of();
    if (start.length() == WHOLE && start.matches(DIGITS)) {
      found = byId.apply(start.replace("-", ""));
    }
    if (found.isEmpty()) {
      found = named.get();
    }
    if (found.isEmpty() && start.matches(DIGITS) && !start.replace("-", "").isEmpty()) {
      found = byId.apply(start.replace("-", ""));
    }
    return switch (found.size()) {
      case 0 ->
          throw ProblemException.notFound("The %s '%s' could not be found.".formatted(what, text));
      case 1 -> found.getFirst();
      default ->
          throw new ProblemException(
              ProblemType.AMBIGUOUS_ID,
              "Multiple results found matching the query criteria '%s'. Please be more specific."
                  .formatted(text));
    };
  }
}
