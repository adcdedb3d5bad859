package dev.muster.agent;

import dev.muster.agent.access.AcceptedTokens;
import dev.muster.agent.access.Joining;
import dev.muster.agent.access.OwnCertificate;
import dev.muster.agent.engine.ActionFolders;
import dev.muster.agent.engine.AgentEngine;
import dev.muster.agent.engine.EngineListener;
import dev.muster.agent.engine.Housekeeper;
import dev.muster.agent.http.AgentServer;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.k0s.K0sVersionWatch;
import dev.muster.agent.kind.BuiltIn;
import dev.muster.agent.kind.Kinds;
import dev.muster.agent.node.AgentDescription;
import dev.muster.agent.node.NodeMonitor;
import dev.muster.agent.node.NodeReport;
import dev.muster.agent.node.StandingFile;
import dev.muster.agent.nudge.Nudger;
import dev.muster.agent.settings.JoinSettings;
import dev.muster.agent.settings.ServiceSettings;
import dev.muster.agent.settings.Settings;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.AgentAddress;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A running agent: its parts, put together and taken apart again. */
public final class Agent implements AutoCloseable {

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Settings settings;
  private final Clock clock;
  private Settings.Access access;
  private Optional<Joining> joining = Optional.empty();
  private Optional<StandingFile> begun = Optional.empty();

  private Agent(Settings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
    this.access = settings.access();
  }

  /**
   * An agent that answers.
   *
   * @throws IOException if it cannot run with these settings; the message says why
   */
  public static Agent start(Settings settings) throws IOException {
    return start(settings, Clock.systemUTC());
  }

  /** Starts an agent that goes by another clock. */
  public static Agent start(Settings settings, Clock clock) throws IOException {
    Agent agent = new Agent(settings, clock);
    try {
      agent.assemble();
      return agent;
    } catch (IOException | RuntimeException failed) {
      agent.close();
      throw failed;
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return parts.stream()
        .filter(AgentServer.class::isInstance)
        .map(part -> ((AgentServer) part).address())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the agent was closed"));
  }

  /** Where it listens, as an URL. */
  public String url() {
    return url(address().getAddress().getHostAddress());
  }

  private String url(String host) {
    return "%s://%s:%d"
        .formatted(
            access.tls().isPresent() ? "https" : "http",
            host.contains(":") ? "[" + host + "]" : host,
            address().getPort());
  }

  /**
   * Joins Muster, if it is to and has not yet; asks until there is an answer.
   *
   * @throws IOException if Muster does not want it; the message says what to do
   * @throws InterruptedException when the agent stops
   */
  public void join() throws IOException, InterruptedException {
    if (joining.isPresent()) {
      Optional<AgentAddress> given = settings.join().flatMap(JoinSettings::address);
      joining.get().join(given.isPresent() ? given.get() : reached(), access.tls());
      joining = Optional.empty();
      begun.ifPresent(standing -> standing.reached(StandingFile.Stage.JOINED));
    }
  }

  private AgentAddress reached() throws IOException {
    try {
      boolean any = address().getAddress().isAnyLocalAddress();
      return new AgentAddress(any ? url(InetAddress.getLocalHost().getCanonicalHostName()) : url());
    } catch (UnknownHostException | IllegalArgumentException nameless) {
      throw new IOException(
          "where Muster reaches this agent is not known (%s): give --address, such as https://db-1.example.com:7070"
              .formatted(nameless.getMessage()),
          nameless);
    }
  }

  private Settings.Access access() throws IOException {
    Settings.Access given = settings.access();
    boolean own =
        given.tls().isEmpty() && given.encryption() == Settings.Encryption.OWN_CERTIFICATE;
    return own
        ? given.with(OwnCertificate.made(settings.data(), settings.node().name(), clock))
        : given;
  }

  /** Stops. Processes that actions run go on, and are found again at the next start. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception failed) {
        Journal.warn("a part of the agent did not close", failed);
      }
    }
  }

  private void assemble() throws IOException {
    // Java refuses passwords to proxies of https unless it is told before its first connection.
    System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
    part(DataLock.take(settings.data()));
    StandingFile standing = StandingFile.begin(settings.data());
    AcceptedTokens tokens = AcceptedTokens.open(settings.data(), settings.access().token());
    if (settings.join().isPresent()) {
      joining =
          Joining.begin(settings.join().get(), settings.data(), settings.node().name(), tokens);
    }
    access = access();
    ActionStore store = part(ActionStore.open(settings.data(), clock));
    ActionFolders folders =
        new ActionFolders(settings.data().resolve("actions"), settings.limits().logBytes());
    Kinds kinds = BuiltIn.kinds(settings);
    Nudger nudger = part(new Nudger(settings.node().name(), settings.nudge()));
    Watches watches = watches(store);
    AgentEngine engine = part(new AgentEngine(store, kinds, folders, listener(nudger, watches)));
    Supplier<NodeReport> status = () -> watches.status().withShortage(store.shortage());
    AgentDescription description =
        new AgentDescription(
            settings.node().name(),
            store.epoch(),
            () -> attributes(watches),
            kinds::names,
            settings.node().sensitive(),
            status);
    Housekeeper housekeeper = new Housekeeper(store, folders, settings.limits().retention());
    listen(
        new AgentServer.Parts(
            store, engine, kinds, folders, description, nudger::arrived, tokens, standing));
    part(housekeeper).start();
    nudger.start();
    engine.start();
    standing.reached(
        joining.isPresent() ? StandingFile.Stage.LISTENING : StandingFile.Stage.JOINED);
    begun = Optional.of(standing);
  }

  private void listen(AgentServer.Parts answers) throws IOException {
    Settings.Address address = settings.listen();
    try {
      part(AgentServer.start(address, access, answers));
    } catch (BindException taken) {
      throw new IOException(
          "cannot listen on %s:%d (%s): stop what listens there, or give another --listen"
              .formatted(address.host(), address.port(), taken.getMessage()),
          taken);
    }
  }

  /** What looks at the node by itself. */
  private record Watches(Optional<NodeMonitor> monitor, Optional<K0sVersionWatch> k0s) {

    NodeReport status() {
      return monitor.map(NodeMonitor::report).orElse(NodeReport.UP);
    }

    void lookSoon() {
      monitor.ifPresent(NodeMonitor::lookSoon);
      k0s.ifPresent(K0sVersionWatch::lookSoon);
    }
  }

  private Watches watches(ActionStore store) {
    Map<String, ServiceSettings> services = settings.node().services();
    return new Watches(
        settings.node().status().map(check -> part(NodeMonitor.start(check, store))),
        settings
            .permissions()
            .more()
            .k0s()
            .flatMap(k0s ->
                Optional.ofNullable(services.get(k0s.service()))
                    .map(service -> part(K0sVersionWatch.start(k0s, service, store)))));
  }

  /** What is configured wins: people may say what cannot be asked. */
  private Map<String, String> attributes(Watches watches) {
    Map<String, String> attributes = new TreeMap<>();
    watches.k0s().ifPresent(watch -> attributes.putAll(watch.attributes()));
    attributes.putAll(settings.node().attributes());
    return attributes;
  }

  private static EngineListener listener(Nudger nudger, Watches watches) {
    return new EngineListener() {
      @Override
      public void changed(StoredAction action) {
        nudger.changed(action);
      }

      @Override
      public void finished(StoredAction action, ActionState state) {
        nudger.changed(action);
        watches.lookSoon();
      }
    };
  }

  private <T extends AutoCloseable> T part(T part) {
    parts.push(part);
    return part;
  }
}
