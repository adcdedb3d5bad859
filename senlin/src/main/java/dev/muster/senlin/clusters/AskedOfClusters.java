package dev.muster.senlin.clusters;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Sight;
import dev.muster.senlin.http.NotOffered;
import dev.muster.senlin.http.SentFields;
import dev.muster.senlin.names.SenlinLookup;
import dev.muster.senlin.words.SenlinObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What Senlin's client asks of a cluster, as the kind and the arguments of Muster's action. */
public final class AskedOfClusters {

  private static final Map<String, String> KINDS =
      Map.of(
          "add_nodes", "cluster.add-nodes",
          "del_nodes", "cluster.del-nodes",
          "replace_nodes", "cluster.replace-nodes",
          "scale_out", "cluster.scale-out",
          "scale_in", "cluster.scale-in",
          "resize", "cluster.resize",
          "check", "cluster.check",
          "recover", "cluster.recover");

  /** What Muster does not do as Senlin does, and which is left out without harm. */
  private static final Set<String> UNUSED =
      Set.of("operation_params", "delete_timeout", "force_recreate");

  private final SenlinLookup lookup;

  public AskedOfClusters(SenlinLookup lookup) {
    this.lookup = lookup;
  }

  /** A request as Muster takes it. */
  public record Translated(String kind, ObjectNode args) {}

  /**
   * Translates one.
   *
   * @param what such as {@code scale_out}
   */
  public Translated of(ClusterName cluster, String what, SentFields fields, Sight sight) {
    String kind = KINDS.get(what);
    if (kind == null) {
      throw ProblemException.badRequest(
          "Unrecognized action '%s' specified (expected: %s)"
              .formatted(what, String.join(", ", KINDS.keySet().stream().sorted().toList())));
    }
    ObjectNode args =
        switch (what) {
          case "add_nodes" -> nodes(cluster, fields, sight);
          case "del_nodes" -> leaving(cluster, fields, sight);
          case "replace_nodes" -> replaced(cluster, fields, sight);
          case "resize" -> resize(fields);
          case "recover" -> recovery(fields);
          case "check" -> check(fields);
          default -> count(fields);
        };
    fields.done();
    return new Translated(kind, args);
  }

  /** Of an action that somebody else will trigger: by Muster's kind. */
  public static ObjectNode triggered(String kind, SentFields fields) {
    ObjectNode args =
        switch (kind) {
          case "cluster.scale-out", "cluster.scale-in" -> count(fields);
          case "cluster.resize" -> resize(fields);
          case "cluster.recover" -> recovery(fields);
          case "cluster.check" -> check(fields);
          case "cluster.delete" -> SenlinObject.nothing();
          default ->
              throw new NotOffered(
                  "a receiver triggers CLUSTER_SCALE_OUT, CLUSTER_SCALE_IN, CLUSTER_RESIZE,"
                      + " CLUSTER_CHECK, CLUSTER_RECOVER or CLUSTER_DELETE here; muster receiver"
                      + " create knows every kind");
        };
    fields.done();
    return args;
  }

  private static ObjectNode count(SentFields fields) {
    ObjectNode args = SenlinObject.nothing();
    fields.number("count").ifPresent(count -> args.put("count", count));
    return args;
  }

  private ObjectNode nodes(ClusterName cluster, SentFields fields, Sight sight) {
    ObjectNode args = SenlinObject.nothing();
    fields
        .texts("nodes")
        .forEach(node -> args.withArray("nodes").add(lookup.nodeOf(cluster, node, sight).value()));
    return args;
  }

  private ObjectNode leaving(ClusterName cluster, SentFields fields, Sight sight) {
    ObjectNode args = nodes(cluster, fields, sight);
    fields.flag("destroy_after_deletion").ifPresent(destroy -> args.put("destroy", destroy));
    return args;
  }

  private ObjectNode replaced(ClusterName cluster, SentFields fields, Sight sight) {
    ObjectNode args = SenlinObject.nothing();
    SentFields pairs =
        fields
            .object("nodes")
            .filter(some -> !some.names().isEmpty())
            .orElseThrow(() ->
                ProblemException.badRequest(
                    "replace_nodes.nodes: missing (expected: a map of members to the nodes that"
                        + " take their places)"));
    for (String old : pairs.names()) {
      NodeId by = lookup.nodeOf(cluster, pairs.needText(old), sight);
      args.withObject("nodes").put(lookup.nodeOf(cluster, old, sight).value(), by.value());
    }
    return args;
  }

  private static ObjectNode resize(SentFields fields) {
    ObjectNode args = SenlinObject.nothing();
    fields.text("adjustment_type").ifPresent(type -> args.put("adjustmentType", type));
    fields.decimal("number").ifPresent(number -> args.set("number", number));
    fields.number("min_step").ifPresent(step -> args.put("minStep", step));
    fields.number("min_size").ifPresent(size -> args.put("minSize", size));
    fields
        .number("max_size")
        .filter(size -> size >= 0)
        .ifPresent(size -> args.put("maxSize", size));
    fields.flag("strict").ifPresent(strict -> args.put("strict", strict));
    return args;
  }

  /** Of a cluster, and of a member. */
  public static ObjectNode recovery(SentFields fields) {
    ObjectNode args = SenlinObject.nothing();
    fields.ignoring(UNUSED.toArray(String[]::new));
    fields.text("operation").ifPresent(operation -> args.put("operation", operation));
    fields.flag("check").ifPresent(check -> args.put("check", check));
    return args;
  }

  /** Senlin leaves open what stands here; Muster's own arguments fit. */
  private static ObjectNode check(SentFields fields) {
    ObjectNode args = SenlinObject.nothing();
    for (String name : List.of("kind", "args", "timeout", "bestEffort", "exclusive")) {
      fields.any(name).ifPresent((JsonNode value) -> args.set(name, value));
    }
    return args;
  }
}
