package dev.muster.senlin.words;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.action.ActionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Senlin's names of actions and Muster's kinds. A kind for which Senlin has no word, such as {@code
 * service.restart}, is called by itself.
 */
public final class ActionNames {

  private static final Pattern KIND = Pattern.compile("(cluster|node|member)\\.([a-z-]+)");
  private static final Pattern NAME = Pattern.compile("(CLUSTER|NODE)_([A-Z_]+)");

  /** How a cluster's nodes are looked at unless somebody says how. */
  private static final ActionKind PING = new ActionKind("test.ping");

  private static final String CHECK = "NODE_CHECK";

  /** What is done to one node or member at the request of somebody, or by a provider. */
  private static final Set<String> OF_NODES =
      Set.of("CREATE", "DELETE", "UPDATE", "JOIN", "LEAVE", "CHECK", "RECOVER", "OPERATION");

  private static final Set<String> OF_CLUSTERS =
      Set.of(
          "CREATE",
          "DELETE",
          "UPDATE",
          "RESIZE",
          "SCALE_OUT",
          "SCALE_IN",
          "ADD_NODES",
          "DEL_NODES",
          "REPLACE_NODES",
          "CHECK",
          "RECOVER",
          "OPERATION");

  private static final Map<String, String> STATUS =
      Map.of("LOST", "FAILED", "PENDING_APPROVE", "WAITING");

  private ActionNames() {}

  /** Senlin's name. */
  public static String of(ActionKind kind) {
    Matcher parts = KIND.matcher(kind.value());
    if (kind.equals(PING)) {
      return CHECK;
    }
    if (!parts.matches()) {
      return kind.value();
    }
    String whose = parts.group(1).equals("cluster") ? "CLUSTER_" : "NODE_";
    return whose + parts.group(2).toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** The kinds that have this name. */
  public static List<ActionKind> kinds(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      try {
        return List.of(new ActionKind(name));
      } catch (IllegalArgumentException e) {
        throw unknown(name);
      }
    }
    boolean ofCluster = parts.group(1).equals("CLUSTER");
    if (!(ofCluster ? OF_CLUSTERS : OF_NODES).contains(parts.group(2))) {
      throw unknown(name);
    }
    String verb = parts.group(2).toLowerCase(Locale.ROOT).replace('_', '-');
    List<ActionKind> kinds = new ArrayList<>();
    if (ofCluster) {
      kinds.add(new ActionKind("cluster." + verb));
    } else {
      kinds.add(new ActionKind("node." + verb));
      kinds.add(new ActionKind("member." + verb));
    }
    if (name.equals(CHECK)) {
      kinds.add(PING);
    }
    return kinds;
  }

  /** The kind of an action on a cluster that somebody asks for by name. */
  public static ActionKind ofCluster(String name) {
    List<ActionKind> kinds = kinds(name);
    if (!name.startsWith("CLUSTER_")) {
      throw ProblemException.badRequest(
          "action: '%s' (expected: an action on a cluster, such as CLUSTER_SCALE_OUT)"
              .formatted(name));
    }
    return kinds.getFirst();
  }

  /** A state in words that Senlin's clients know. */
  public static String status(String senlins) {
    return STATUS.getOrDefault(senlins, senlins);
  }

  /** The states that such a word may stand for, as filters take them. */
  public static List<String> states(String status) {
    List<String> states = new ArrayList<>();
    states.add(status);
    STATUS.forEach((ours, senlins) -> {
      if (senlins.equals(status)) {
        states.add(ours);
      }
    });
    return states;
  }

  private static ProblemException unknown(String name) {
    return ProblemException.badRequest("Field value %s is invalid".formatted(name));
  }
}
