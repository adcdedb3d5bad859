package dev.muster.api.nodes;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.playbook.Selector;
import dev.muster.domain.playbook.Selector.Operator;
import dev.muster.records.nodes.NodeFilter;
import dev.muster.records.nodes.NodeRecord;
import dev.muster.records.nodes.Nodes;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Lists nodes by a selector. Its equalities are conditions of the query; what is left is tested
 * here, page by page, until there are as many nodes as were asked for.
 */
final class NodeListing {

  private final Nodes nodes;

  NodeListing(Nodes nodes) {
    this.nodes = nodes;
  }

  Page<NodeRecord> list(
      ClusterName cluster,
      Optional<NodeStatus> status,
      Optional<String> role,
      Selector selector,
      PageRequest page) {
    NodeFilter filter = new NodeFilter(status, role, equalities(selector));
    List<NodeRecord> found = new ArrayList<>();
    Optional<String> marker = page.marker();
    do {
      Page<NodeRecord> part =
          nodes.list(cluster, filter, new PageRequest(PageRequest.MAX_LIMIT, marker));
      part.items().stream().filter(node -> matches(selector, node)).forEach(found::add);
      marker = part.next();
    } while (marker.isPresent() && found.size() <= page.limit());
    return Page.of(found, page, NodeRecord::id);
  }

  /** Conditions on labels alone: role and platform are fields that win over labels. */
  private static Map<String, String> equalities(Selector selector) {
    Map<String, String> labels = new TreeMap<>();
    for (Selector.Requirement one : selector.requirements()) {
      boolean isField = one.key().equals("role") || one.key().equals("platform");
      if (one.operator() == Operator.IN && one.values().size() == 1 && !isField) {
        labels.put(one.key(), one.values().iterator().next());
      }
    }
    return labels;
  }

  private static boolean matches(Selector selector, NodeRecord node) {
    return selector.matches(
        new Candidate(
            node.id(),
            node.registered().agent(),
            node.registered().role(),
            node.facts().platform(),
            node.registered().labels(),
            node.seen().status()));
  }
}
