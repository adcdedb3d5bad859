package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.autopilot.ObjectStore.Body;
import dev.muster.records.nodes.NodeRecord;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the control nodes of a cluster as its nodes are. */
public final class ControlNodes {

  private static final String MODE = "autopilot.k0sproject.io/mode";

  /** Attributes by which an agent tells the version of k0s on its node. */
  private static final List<String> VERSION = List.of("k0s.version", "k0sVersion", "k0s");

  private final Records records;
  private final AutopilotRecords autopilot;

  public ControlNodes(Records records) {
    this.records = records;
    this.autopilot = records.autopilot();
  }

  /** Cheap, and without a lock, if none is other than it was. */
  public void look(ClusterName cluster, Instant now) {
    if (!changes(cluster).isNone()) {
      records.transaction(() -> {
        boolean locked = autopilot.objects().lock(cluster);
        if (locked) {
          write(cluster, changes(cluster), now);
        }
        return locked;
      });
    }
  }

  private record Renewed(StoredObject before, Body body) {}

  private record Differences(
      Map<String, Body> fresh, List<Renewed> renewed, List<StoredObject> gone) {

    boolean isNone() {
      return fresh.isEmpty() && renewed.isEmpty() && gone.isEmpty();
    }
  }

  private void write(ClusterName cluster, Differences found, Instant now) {
    ObjectStore objects = autopilot.objects();
    found.gone().forEach(objects::remove);
    found.renewed().forEach(one -> objects.change(one.before(), one.body()));
    found
        .fresh()
        .forEach((name, body) ->
            objects.add(
                new ObjectKey(cluster, ObjectKind.CONTROL_NODE, name),
                body,
                Writer.person("muster", now)));
    objects.trim(cluster);
  }

  private Differences changes(ClusterName cluster) {
    Map<String, StoredObject> kept = new HashMap<>();
    autopilot
        .objects()
        .all(cluster, ObjectKind.CONTROL_NODE)
        .forEach(object -> kept.put(object.key().name(), object));
    Map<String, Body> fresh = new TreeMap<>();
    List<Renewed> renewed = new ArrayList<>();
    for (NodeRecord node : records.nodes().controllers(cluster)) {
      Body body = body(node);
      Optional<StoredObject> before = Optional.ofNullable(kept.remove(node.id().value()));
      if (before.isEmpty()) {
        fresh.put(node.id().value(), body);
      } else if (!isSame(before.get(), body)) {
        renewed.add(new Renewed(before.get(), body));
      }
    }
    return new Differences(fresh, renewed, List.copyOf(kept.values()));
  }

  private static boolean isSame(StoredObject before, Body body) {
    return before.metadata().equals(body.metadata()) && before.status().equals(body.status());
  }

  private static Body body(NodeRecord node) {
    ObjectNode metadata = WireFormat.JSON.createObjectNode();
    ObjectNode labels = metadata.putObject("labels");
    node.registered().labels().forEach(labels::put);
    labels.put("kubernetes.io/hostname", node.id().value());
    node.facts()
        .platform()
        .map(platform -> platform.split("-", 2))
        .filter(parts -> parts.length == 2)
        .ifPresent(
            parts -> labels.put("kubernetes.io/os", parts[0]).put("kubernetes.io/arch", parts[1]));
    metadata.putObject("annotations").put(MODE, node.registered().role().orElse("controller"));
    return new Body(metadata, WireFormat.JSON.nullNode(), Optional.of(status(node)));
  }

  private static JsonNode status(NodeRecord node) {
    ObjectNode status = WireFormat.JSON.createObjectNode();
    ArrayNode addresses = status.putArray("addresses");
    String agent = node.registered().agent();
    String host = Optional.ofNullable(URI.create(agent).getHost()).orElse(agent);
    boolean isIp = host.startsWith("[") || host.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    if (isIp) {
      address(addresses, "InternalIP", host.replace("[", "").replace("]", ""));
    }
    address(addresses, "Hostname", node.id().value());
    VERSION.stream()
        .flatMap(name -> Optional.ofNullable(node.facts().attributes().get(name)).stream())
        .findFirst()
        .ifPresent(version -> status.put("k0sVersion", version));
    return status;
  }

  private static void address(ArrayNode addresses, String type, String address) {
    addresses.addObject().put("type", type).put("address", address);
  }
}
