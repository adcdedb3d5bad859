package dev.muster.agent.settings;

import dev.muster.agent.json.BadField;
import dev.muster.agent.probe.HttpProbe;
import dev.muster.agent.process.Programs;
import dev.muster.agent.process.Variables;
import dev.muster.agent.process.WorkFolders;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.AllowedHosts;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The options of {@code muster-agent}; what stands here wins over the configuration file. */
public final class AgentOptions {

  /** What {@code --help} prints. */
  public static final String HELP =
      """
      Usage: muster-agent --data DIR [options]

      Looks after this node for Muster: takes actions, executes them one at a time, and answers
      what became of them.

        --node ID            the node's id (the host's name unless given)
        --listen HOST:PORT   where to listen (127.0.0.1:7070; port 0 takes any that is free)
        --data DIR           where actions and logs are kept
        --config FILE        JSON: services, status, attributes, tls and more (docs: agent/README.md)
        --allow PROGRAM      a program that exec.command may run; may be repeated; '*' allows any
        --allow-scripts      run scripts that come with an action (exec.script)
        --allow-env NAME     a variable that an action may set; NAME* for all that begin so; may be repeated
        --allow-dir DIR      where actions may run processes, and below; may be repeated
        --attribute KEY=TEXT something to say about the node; may be repeated
        --allowed-host NAME  a name by which the agent is called, besides the host's own; may be repeated
        --sensitive NAME     an argument whose value nobody is shown; may be repeated
        --token-file FILE    the bearer token that every request must have, until Muster exchanges it
        --join URL           join Muster at the first start: https://muster:8420
        --join-token-file F  the join token, of muster agent-token create
        --join-ca FILE       whom to believe that it is Muster, in PEM (those of Java unless given)
        --address URL        where Muster reaches this agent (where it listens unless given)
        --label KEY=TEXT     a label that the node has when it joins; may be repeated
        --nudge URL          where to post a nudge when an action changes that Muster did not send
        --insecure           listen for other hosts without a token or client certificates
        --help, --version

      Example:
        muster-agent --node db-1 --listen 10.0.0.5:7070 --data /var/lib/muster-agent \\
            --token-file /etc/muster/token --allow /usr/local/bin/drain

      On another host, without Java there: muster agent install --help; also muster agent upgrade and package.

      Exit codes: 0 stopped, 1 it cannot run (the port is in use, for instance), 2 wrong usage.
      """;

  private final Map<String, List<String>> given = new LinkedHashMap<>();

  private AgentOptions() {}

  /**
   * Reads the options and the file that they name.
   *
   * @throws UsageException if they cannot be used
   */
  public static Settings parse(List<String> args) {
    AgentOptions line = new AgentOptions();
    for (int i = 0; i < args.size(); i++) {
      String option = args.get(i);
      switch (option) {
        case "--node",
            "--listen",
            "--data",
            "--config",
            "--token-file",
            "--nudge",
            "--join",
            "--join-token-file",
            "--join-ca",
            "--address" -> {
          if (line.given.containsKey(option)) {
            throw new UsageException(option + " is given twice");
          }
          line.add(option, args, ++i);
        }
        case "--allow",
            "--allow-env",
            "--allow-dir",
            "--allowed-host",
            "--sensitive",
            "--attribute",
            "--label" ->
            line.add(option, args, ++i);
        case "--allow-scripts", "--insecure" -> line.given.put(option, List.of("true"));
        default ->
            throw new UsageException("unknown option '%s'; --help lists them".formatted(option));
      }
    }
    return line.settings();
  }

  private void add(String option, List<String> args, int at) {
    if (at >= args.size() || args.get(at).isEmpty()) {
      throw new UsageException(option + " needs a value; --help shows an example");
    }
    given.computeIfAbsent(option, name -> new ArrayList<>()).add(args.get(at));
  }

  private Settings settings() {
    ConfigFile file =
        one("--config").map(path -> ConfigFile.read(Path.of(path))).orElseGet(ConfigFile::empty);
    Optional<JoinSettings> join = new JoinOptions(this::one, this::pairs).read(file.join());
    Settings.Address listen =
        Settings.Address.parse(one("--listen").or(file.place()::listen).orElse("127.0.0.1:7070"));
    Settings.Access access = access(file, listen, join);
    Settings settings =
        new Settings(
            new Settings.ManagedNode(
                node(file),
                file.services(),
                file.status(),
                pairs("--attribute", file.attributes()),
                both(file.sensitive(), "--sensitive")),
            guarded(listen, access, join),
            Path.of(
                one("--data")
                    .or(file.place()::data)
                    .orElseThrow(
                        () -> new UsageException("--data is missing: where to keep the actions"))),
            access,
            permissions(file),
            nudge(file),
            file.limits(),
            join);
    HostingSettings.Doors doors =
        given.containsKey("--insecure")
            ? HostingSettings.Doors.OPEN
            : HostingSettings.Doors.GUARDED;
    file.allowed().more().hosting().ifPresent(hosting -> hosting.check(settings, doors));
    return settings;
  }

  private Settings.Access access(
      ConfigFile file, Settings.Address listen, Optional<JoinSettings> join) {
    boolean own =
        join.isPresent() && !given.containsKey("--insecure") && !isLoopback(listen.host());
    return new Settings.Access(
        one("--token-file")
            .map(Path::of)
            .or(file.place()::tokenFile)
            .map(path -> ConfigFile.secret("--token-file", path)),
        file.place().tls(),
        hosts(file, join),
        own ? Settings.Encryption.OWN_CERTIFICATE : Settings.Encryption.NONE);
  }

  private String node(ConfigFile file) {
    String node = one("--node").or(file.place()::node).orElseGet(AgentOptions::hostName);
    try {
      return new NodeId(node).value();
    } catch (IllegalArgumentException bad) {
      throw new UsageException("--node: " + bad.getMessage());
    }
  }

  private Settings.Address guarded(
      Settings.Address address, Settings.Access access, Optional<JoinSettings> join) {
    boolean guarded =
        join.isPresent()
            || access.token().isPresent()
            || access.tls().flatMap(AgentTls::trustStore).isPresent();
    if (!guarded && !given.containsKey("--insecure") && !isLoopback(address.host())) {
      throw new UsageException(
          "--listen %s without a token lets anybody run actions here: give --token-file, --join, a tls.trustStore for client certificates, or --insecure"
              .formatted(address.host()));
    }
    return address;
  }

  /** The name by which Muster will call it is one of its own. */
  private AllowedHosts hosts(ConfigFile file, Optional<JoinSettings> join) {
    List<String> hosts = new ArrayList<>(both(file.allowed().hosts(), "--allowed-host"));
    join.flatMap(JoinSettings::address)
        .map(address -> URI.create(address.value()).getHost())
        .ifPresent(hosts::add);
    try {
      return AllowedHosts.of(hosts);
    } catch (IllegalArgumentException bad) {
      throw new UsageException("--allowed-host: " + bad.getMessage());
    }
  }

  private List<String> both(List<String> file, String option) {
    return Stream.concat(file.stream(), given.getOrDefault(option, List.of()).stream()).toList();
  }

  private Variables variables(ConfigFile file) {
    List<String> rules = both(file.allowed().surroundings().variables(), "--allow-env");
    for (String rule : rules) {
      if (!Variables.RULE.matcher(rule).matches()) {
        throw new UsageException(
            "--allow-env: '%s' (expected: a name such as APP_MODE, or APP_* for all that begin so)"
                .formatted(rule));
      }
    }
    return Variables.of(rules, file.allowed().surroundings().path(), System.getenv());
  }

  private WorkFolders folders(ConfigFile file) {
    List<Path> folders = new ArrayList<>();
    for (String folder : both(file.allowed().surroundings().folders(), "--allow-dir")) {
      if (!Path.of(folder).isAbsolute()) {
        throw new UsageException(
            "--allow-dir: '%s' (expected: an absolute path)".formatted(folder));
      }
      folders.add(Path.of(folder));
    }
    return new WorkFolders(folders);
  }

  private Settings.Permissions permissions(ConfigFile file) {
    boolean scripts =
        given.containsKey("--allow-scripts") || file.allowed().scripts().orElse(false);
    return new Settings.Permissions(
        new Programs(both(file.allowed().programs(), "--allow")),
        scripts ? Settings.Scripts.ALLOWED : Settings.Scripts.OFF,
        file.allowed().users(),
        variables(file),
        folders(file),
        file.allowed().more());
  }

  private Map<String, String> pairs(String option, Map<String, String> ofFile) {
    Map<String, String> pairs = new LinkedHashMap<>(ofFile);
    for (String pair : given.getOrDefault(option, List.of())) {
      int sign = pair.indexOf('=');
      if (sign < 1) {
        throw new UsageException(
            "%s: '%s' (expected: KEY=TEXT, as in rack=b4)".formatted(option, pair));
      }
      pairs.put(pair.substring(0, sign), pair.substring(sign + 1));
    }
    return pairs;
  }

  private Optional<NudgeSettings> nudge(ConfigFile file) {
    try {
      return one("--nudge")
          .map(url ->
              new NudgeSettings(
                  HttpProbe.parse("--nudge", url), Optional.empty(), NudgeSettings.Which.DIRECT))
          .or(file::nudge);
    } catch (BadField bad) {
      throw new UsageException(bad.getMessage());
    }
  }

  private Optional<String> one(String option) {
    return Optional.ofNullable(given.get(option)).map(List::getFirst);
  }

  static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      throw new UsageException("--listen: the host '%s' is unknown".formatted(host));
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
    } catch (UnknownHostException nameless) {
      throw new UsageException("--node is missing, and the host has no name");
    }
  }
}
