package dev.muster.domain.cluster;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The protocols that agents speak, as nodes are registered with them, and what can be asked of an
 * agent that speaks one. Not to be confused with a playbook's {@code apiVersion}, {@code
 * muster/v1}, which is the version of a document.
 */
public enum AgentProtocol {
  /** Of Muster's own agents; nodes that were registered before have its old name. */
  MUSTER_AGENT_V1("muster-agent/v1", "muster/v1"),
  /** Of agents that were built on the second generation of Replicante's SDK. */
  REPLICANTE_V0("replicante/v0"),
  /** Of agents that were built on its first generation. */
  REPLICANTE_V0_G1("replicante/v0-g1");

  /** What an agent may be able to do beyond executing actions and telling what became of them. */
  public enum Ability {
    /** It stops an action that it has. */
    CANCEL("no cancel: an action that the agent has goes on until it ends by itself"),
    /** It pauses an action, and lets it go on. */
    SUSPEND("no suspend and resume"),
    /** It stops an action whose time is over. */
    TIME_OUT("no time-outs: an action may take as long as it likes"),
    /** It shows nobody what it is told to keep to itself. */
    DISCRETION("no secrets: the agent shows arguments to whoever asks"),
    /** It keeps what actions print, and gives it to Muster. */
    LOG("no logs: what an action printed stays on its node"),
    /** It answers a long poll as soon as something changed. */
    WATCH("no long polls: the agent is asked every second while it has work"),
    /** It asks for a cycle by itself. */
    NUDGE("no nudges: what somebody else gives the agent is seen with the next cycle"),
    /** It takes several actions in one request. */
    BATCH("no batches: each action is a request"),
    /** One answer has all that is unfinished, and all that finished since the one before. */
    WHOLE_SNAPSHOT("lists with a cap: what is not on them is asked for one by one"),
    /** It tells which kinds of action it executes. */
    KINDS("no list of kinds: an action of an unknown kind fails when it is sent");

    private final String withoutIt;

    Ability(String withoutIt) {
      this.withoutIt = withoutIt;
    }

    /** What an agent lacks that does not have it, and what follows from that; for people. */
    public String withoutIt() {
      return withoutIt;
    }
  }

  /** Asked for in each visit of each node. */
  private static final class Named {

    private static final Map<String, AgentProtocol> ALL =
        Arrays.stream(values())
            .flatMap(one -> one.names().stream().map(name -> Map.entry(name, one)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private final String id;
  private final String oldName;

  AgentProtocol(String id) {
    this(id, id);
  }

  AgentProtocol(String id, String oldName) {
    this.id = id;
    this.oldName = oldName;
  }

  /** The protocol of a name, by which people call it. */
  public static Optional<AgentProtocol> named(String name) {
    return Optional.ofNullable(Named.ALL.get(name));
  }

  /**
   * The protocol of a name that somebody typed.
   *
   * @throws IllegalArgumentException with the names that there are
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static AgentProtocol require(String name) {
    return named(name)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "protocol: '%s' (expected: %s)"
                    .formatted(
                        name,
                        Arrays.stream(values())
                            .map(AgentProtocol::id)
                            .collect(Collectors.joining(", ")))));
  }

  /** Its name, such as {@code muster-agent/v1}. */
  @JsonValue
  public String id() {
    return id;
  }

  /** All its names: of nodes that were registered before, too. */
  public Set<String> names() {
    return new TreeSet<>(List.of(id, oldName));
  }

  /** Whether its agents have an ability. */
  public boolean has(Ability ability) {
    return switch (this) {
      case MUSTER_AGENT_V1 -> true;
      case REPLICANTE_V0 -> false;
      case REPLICANTE_V0_G1 -> ability == Ability.KINDS;
    };
  }

  /** All names of the protocols whose agents have an ability. */
  public static List<String> namesWith(Ability ability) {
    return Arrays.stream(values())
        .filter(protocol -> protocol.has(ability))
        .flatMap(protocol -> protocol.names().stream())
        .toList();
  }

  /** All names of the protocols whose agents lack an ability. */
  public static List<String> namesWithout(Ability ability) {
    return Arrays.stream(values())
        .filter(protocol -> !protocol.has(ability))
        .flatMap(protocol -> protocol.names().stream())
        .toList();
  }

  /** What its agents lack, in the order of the abilities. */
  public Set<Ability> lacks() {
    EnumSet<Ability> lacking = EnumSet.allOf(Ability.class);
    lacking.removeIf(this::has);
    return lacking;
  }

  /**
   * For how long an agent surely knows an action that has finished, where its answers do not say
   * what it has forgotten.
   */
  public Optional<Duration> keeps() {
    return switch (this) {
      case MUSTER_AGENT_V1 -> Optional.empty();
      case REPLICANTE_V0 -> Optional.of(Duration.ofDays(1));
      case REPLICANTE_V0_G1 -> Optional.of(Duration.ofHours(1));
    };
  }

  @Override
  public String toString() {
    return id();
  }
}
