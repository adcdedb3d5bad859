package dev.muster.domain.discovery;

import dev.muster.domain.discovery.Gathering.Host;
import dev.muster.domain.discovery.Gathering.Said;
import dev.muster.domain.shown.Shortened;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Reads what Prometheus' {@code file_sd} and {@code http_sd} say: a list of groups, each with
 * targets and with labels of all of them. Labels that begin with two underscores are Prometheus'
 * own and are dropped; {@code muster_node}, {@code muster_address} and {@code muster_role} are
 * ours.
 */
final class TargetGroups {

  private static final Pattern TARGET =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]/\\s]+)(?::([1-9][0-9]{0,4}))?");
  private static final int LONGEST_SHOWN = 60;

  private final Gathering gathering;

  TargetGroups(Gathering gathering) {
    this.gathering = gathering;
  }

  void read(JsonNode root) {
    if (!root.isArray()) {
      throw new UnusableException(
          "it is no list (expected: [{\"targets\": [...], \"labels\": {...}}, ...])");
    }
    int place = 0;
    for (JsonNode group : root) {
      read(group, ++place);
    }
  }

  private void read(JsonNode group, int place) {
    if (!group.isObject() || !group.path("targets").isArray()) {
      throw wrong(place, "it has no list 'targets'");
    }
    group
        .propertyNames()
        .forEach(name -> {
          if (!name.equals("targets") && !name.equals("labels")) {
            throw wrong(
                place,
                "it has '%s' (expected: targets and labels)"
                    .formatted(Shortened.to(LONGEST_SHOWN, name)));
          }
        });
    Map<String, String> labels = labels(group.path("labels"), place);
    Said said =
        new Said(
            Optional.ofNullable(labels.remove("muster_node")),
            Optional.ofNullable(labels.remove("muster_address")),
            Optional.ofNullable(labels.remove("muster_role")));
    boolean namesOne = said.id().isPresent() || said.address().isPresent();
    if (namesOne && group.path("targets").size() > 1) {
      throw wrong(place, "muster_node and muster_address are of one target, and it has more");
    }
    for (JsonNode target : group.path("targets")) {
      if (!target.isString()) {
        throw wrong(place, "a target is no text");
      }
      gathering.add(host(target.stringValue(), place), said, labels);
    }
  }

  private static Map<String, String> labels(JsonNode json, int place) {
    Map<String, String> labels = new TreeMap<>();
    if (json.isMissingNode() || json.isNull()) {
      return labels;
    }
    if (!json.isObject()) {
      throw wrong(place, "its labels are no map");
    }
    for (Map.Entry<String, JsonNode> label : json.properties()) {
      if (!label.getValue().isValueNode() || label.getValue().isNull()) {
        throw wrong(
            place, "label '%s' is no text".formatted(Shortened.to(LONGEST_SHOWN, label.getKey())));
      }
      if (!label.getKey().startsWith("__")) {
        labels.put(label.getKey(), label.getValue().asString());
      }
    }
    return labels;
  }

  private static Host host(String target, int place) {
    Matcher matcher = TARGET.matcher(target.strip());
    if (!matcher.matches()) {
      throw wrong(
          place,
          "target '%s' (expected: host or host:port)"
              .formatted(Shortened.to(LONGEST_SHOWN, target)));
    }
    String name = matcher.group(1).replace("[", "").replace("]", "");
    return new Host(name, name, Optional.ofNullable(matcher.group(2)).map(Integer::valueOf));
  }

  private static UnusableException wrong(int place, String why) {
    return new UnusableException("group %d of the list: %s".formatted(place, why));
  }
}
