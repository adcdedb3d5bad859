package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.Shortened;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What came of derived actions, in numbers, names and sentences, as far as there is room. */
final class Outcomes {

  /** Nodes that are named in outputs; all of them are counted. */
  static final int NAMED = 100;

  /** Nodes of which a sentence says why they failed. */
  static final int CAUSES = 20;

  /** Nodes that are named in a sentence. */
  private static final int IN_A_SENTENCE = 3;

  private static final int LONGEST = 240;

  private Outcomes() {}

  static ObjectNode nothing() {
    return WireFormat.JSON.createObjectNode();
  }

  /** Why a node did not do what was asked of it, or is not up after it did; empty if it is. */
  static Optional<String> failure(EndedChild child) {
    if (child.state() != ActionState.DONE) {
      return Optional.of(
          Shortened.to(LONGEST, child.why().orElse("the action is " + child.state())));
    }
    return child
        .standing()
        .filter(node -> node.status() != NodeStatus.UP)
        .map(node ->
            Shortened.to(
                LONGEST,
                "it is %s%s"
                    .formatted(node.status(), node.reason().map(why -> ": " + why).orElse(""))));
  }

  /** One sentence for each node that failed, for the first of them. */
  static List<String> failures(List<EndedChild> children) {
    return children.stream()
        .flatMap(child -> failure(child).map(why -> sentence(child, why)).stream())
        .limit(CAUSES)
        .toList();
  }

  /** The first sentences of many, and how many there are more. */
  static String first(List<String> sentences, int inAll) {
    String shown = sentences.stream().limit(IN_A_SENTENCE).collect(Collectors.joining("; "));
    return inAll <= IN_A_SENTENCE
        ? shown
        : "%s; and %d more".formatted(shown, inAll - IN_A_SENTENCE);
  }

  /** Which nodes something was, or may have been, done to. */
  static String touched(List<EndedChild> children) {
    List<EndedChild> touched = children.stream().filter(EndedChild::touched).toList();
    if (touched.isEmpty()) {
      return "no node was touched";
    }
    String names =
        touched.stream()
            .limit(NAMED)
            .map(child -> child.node().value())
            .collect(Collectors.joining(", "));
    return "it touched %d of %d nodes: %s%s"
        .formatted(
            touched.size(), children.size(), names, touched.size() > NAMED ? ", and others" : "");
  }

  /** The numbers of nodes, and the names of those that failed and of those that were touched. */
  static ObjectNode outputs(List<EndedChild> children) {
    ObjectNode outputs = nothing();
    ArrayNode failed = WireFormat.JSON.createArrayNode();
    int failures = 0;
    for (EndedChild child : children) {
      Optional<String> why = failure(child);
      if (why.isPresent() && failures++ < NAMED) {
        failed
            .addObject()
            .put("node", child.node().value())
            .put("action", child.id().toString())
            .put("state", child.state().name())
            .put("why", why.get());
      }
    }
    outputs.put("nodes", children.size());
    outputs.put("succeeded", children.size() - failures);
    outputs.put("failed", failures);
    outputs.put("touched", (int) children.stream().filter(EndedChild::touched).count());
    outputs.set("failedNodes", failed);
    return outputs;
  }

  private static String sentence(EndedChild child, String why) {
    return "node %s: %s".formatted(child.node(), why);
  }
}
