package dev.muster.domain.autopilot;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of {@code autopilot.k0sproject.io/v1beta2}. */
public enum ObjectKind {
  PLAN("Plan", "plans"),
  UPDATE_CONFIG("UpdateConfig", "updateconfigs"),
  /** Made of the cluster's nodes; nobody writes them. */
  CONTROL_NODE("ControlNode", "controlnodes");

  public static final String GROUP = "autopilot.k0sproject.io";
  public static final String VERSION = "v1beta2";

  private final String word;
  private final String plural;

  ObjectKind(String word, String plural) {
    this.word = word;
    this.plural = plural;
  }

  /** The kind of that plural, as addresses have it. */
  public static Optional<ObjectKind> ofPlural(String plural) {
    return Arrays.stream(values()).filter(kind -> kind.plural.equals(plural)).findFirst();
  }

  /** The kind, as objects say it. */
  public String word() {
    return word;
  }

  public String plural() {
    return plural;
  }
}
