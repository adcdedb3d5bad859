package dev.muster.domain.action;

/** By whom something was done. */
public record Actor(Type type, String name) {

  /** What sort of actor it is. */
  public enum Type {
    /** A person or a program that called the API. */
    USER,
    /** A run, by its id. */
    PLAYBOOK,
    /** An agent, by its node. */
    AGENT,
    /** A policy, by its name. */
    POLICY,
    /** An action on a cluster, by its id: it derives others. */
    ACTION,
    /** The cycle over a cluster. */
    ORCHESTRATION,
    /** A discovery, by its name. */
    DISCOVERY,
    /** A schedule, by its name. */
    SCHEDULE,
    /** A receiver, by its name. */
    RECEIVER,
    /** An update configuration of k0s, by its name. */
    UPDATE_CONFIG,
    /** Who called the API and proved nothing, by the address; such a one is only refused. */
    ANONYMOUS
  }

  /** The cycle over the cluster itself. */
  public static final Actor CYCLE = new Actor(Type.ORCHESTRATION, "cycle");

  public static Actor user(String name) {
    return new Actor(Type.USER, name);
  }

  public static Actor anonymous(String address) {
    return new Actor(Type.ANONYMOUS, address);
  }

  public static Actor agent(String node) {
    return new Actor(Type.AGENT, node);
  }

  public static Actor action(ActionId id) {
    return new Actor(Type.ACTION, id.toString());
  }

  public static Actor discovery(String name) {
    return new Actor(Type.DISCOVERY, name);
  }

  public static Actor policy(String name) {
    return new Actor(Type.POLICY, name);
  }

  public static Actor schedule(String name) {
    return new Actor(Type.SCHEDULE, name);
  }

  public static Actor receiver(String name) {
    return new Actor(Type.RECEIVER, name);
  }

  public static Actor updateConfig(String name) {
    return new Actor(Type.UPDATE_CONFIG, name);
  }

  public static Actor playbook(String run) {
    return new Actor(Type.PLAYBOOK, run);
  }

  /** What sort of actor it is, as texts have it. */
  public String word() {
    return type.name().toLowerCase(java.util.Locale.ROOT);
  }

  @Override
  public String toString() {
    return word() + ":" + name;
  }
}
