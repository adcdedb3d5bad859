package dev.muster.agent.settings;

import dev.muster.agent.json.JsonFields;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where members of clusters come into being, if this agent is a provider.
 *
 * @param folder has a folder for each member, with its record
 * @param ports from which members take theirs
 * @param host at which members listen, and are called
 */
public record HostingSettings(Path folder, PortRange ports, String host) {

  private static final Pattern RANGE = Pattern.compile("(\\d{1,5})-(\\d{1,5})");

  /** A range, both ends included. */
  public record PortRange(int first, int last) {

    @Override
    public String toString() {
      return first + "-" + last;
    }
  }

  /** What the agent was told about those who may reach it. */
  enum Doors {
    /** Only who proves something, or is on this host. */
    GUARDED,
    /** {@code --insecure}: anybody. */
    OPEN
  }

  static HostingSettings read(JsonFields fields) {
    Path folder = Path.of(fields.text("folder"));
    if (!folder.isAbsolute()) {
      throw fields.wrong("folder: '%s' (expected: an absolute path)".formatted(folder));
    }
    return new HostingSettings(
        folder.normalize(), ports(fields), fields.optionalText("host").orElse("127.0.0.1"));
  }

  private static PortRange ports(JsonFields fields) {
    String text = fields.text("ports");
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      PortRange ports =
          new PortRange(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
      if (ports.first() > 0 && ports.first() < ports.last() && ports.last() <= 65535) {
        return ports;
      }
    }
    throw fields.wrong(
        "ports: '%s' (expected: a range such as 21000-21999; a member takes two)".formatted(text));
  }

  /**
   * Members have no credentials of their own: Muster knows their address and nothing more. So an
   * agent that has credentials makes none, and others than this host reach them only if the agent
   * was told that this is wanted.
   */
  void check(Settings settings, Doors doors) {
    Optional<String> guarded =
        settings.join().isPresent()
            ? Optional.of("join")
            : settings.access().token().isPresent()
                ? Optional.of("tokenFile")
                : settings.access().tls().map(tls -> "tls");
    if (guarded.isPresent()) {
      throw new UsageException(
          ("config.members: this agent has credentials (%s), and the agents of its members would have none:"
                  + " whoever reaches their ports could run actions here. Run an agent without credentials for the members,"
                  + " which listens on 127.0.0.1 on the host of Muster, or make members with kinds of your own (external.*)")
              .formatted(guarded.get()));
    }
    if (host.equals("0.0.0.0") || host.equals("::")) {
      throw new UsageException(
          "config.members.host: '%s' (expected: an address at which Muster reaches the members)"
              .formatted(host));
    }
    if (doors == Doors.GUARDED && !AgentOptions.isLoopback(host)) {
      throw new UsageException(
          "config.members.host: on %s anybody could run actions on the members, which have no token: give 127.0.0.1, or start the agent with --insecure"
              .formatted(host));
    }
  }

  /** Whether members are told that they listen for other hosts without a token. */
  public boolean isExposed() {
    return !AgentOptions.isLoopback(host);
  }
}
