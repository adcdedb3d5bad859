package dev.muster.domain.playbook;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.shown.DurationText;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads single values; every message names the value and what would be right. */
final class Values {

  private static final int MAX_RETRIES = 100;

  /** Longer ones are taken for a slip of the pen. */
  private static final Duration LONGEST = Duration.ofDays(366);

  private Values() {}

  static Duration duration(JsonNode json) {
    if (!json.isString()) {
      throw wrong(json, "a duration such as 30s or 10m");
    }
    return durationOf(json.stringValue());
  }

  /**
   * @throws IllegalArgumentException if it is none, or longer than a year
   */
  static Duration durationOf(String text) {
    Duration duration = DurationText.parse(text);
    if (duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "'%s' (expected: a duration between 0s and 366d)".formatted(text));
    }
    return duration;
  }

  static Duration positiveDuration(JsonNode json) {
    Duration duration = duration(json);
    if (!duration.isPositive()) {
      throw wrong(json, "a duration of more than 0s");
    }
    return duration;
  }

  static Share share(JsonNode json) {
    if (!json.isIntegralNumber() && !json.isString()) {
      throw wrong(json, "a number of nodes such as 2, or a share such as \"10%\"");
    }
    try {
      return Share.parse(json.asString());
    } catch (IllegalArgumentException e) {
      throw wrong(json, "a number of nodes such as 2, or a share from \"0%\" to \"100%\"");
    }
  }

  static Share positiveShare(JsonNode json) {
    Share share = share(json);
    if (share.amount() == 0) {
      throw wrong(json, "more than 0");
    }
    return share;
  }

  static int retries(JsonNode json) {
    try {
      int retries = Integer.parseInt(json.asString(""));
      if (retries >= 0 && retries <= MAX_RETRIES) {
        return retries;
      }
    } catch (NumberFormatException e) {
      // The message below says it.
    }
    throw wrong(json, "a whole number from 0 to " + MAX_RETRIES);
  }

  static Selector selector(JsonNode json) {
    if (!json.isString()) {
      throw wrong(json, "a label selector such as \"role=broker,!maintenance\"");
    }
    return Selector.parse(json.stringValue());
  }

  static List<NodeId> nodes(JsonNode json) {
    if (!json.isArray()) {
      throw wrong(json, "a list of node ids");
    }
    Set<NodeId> nodes = new LinkedHashSet<>();
    for (JsonNode node : json) {
      if (!node.isString()) {
        throw wrong(node, "the id of a node");
      }
      nodes.add(new NodeId(node.stringValue()));
    }
    return List.copyOf(nodes);
  }

  private static IllegalArgumentException wrong(JsonNode json, String expected) {
    return new IllegalArgumentException("%s (expected: %s)".formatted(Names.shown(json), expected));
  }
}
