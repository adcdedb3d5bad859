package dev.muster.connections.attributes;

import dev.muster.workflows.client.EngineClient.Attributes;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether workflows are started with search attributes. Asked again for as long as the process
 * runs, and at once when the engine goes away or is back: it may have been away at the start, may
 * have got them since, or may be another one that has not. So this is also what says in the log
 * that the engine is away, and why. Safe for many threads.
 */
public final class KnownAttributes implements Supplier<Attributes>, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KnownAttributes.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration SAY_AWAY_EVERY = Duration.ofMinutes(1);

  private final Supplier<AttributesAnswer> question;
  private final Supplier<ConnectivityState> connection;
  private final InstantSource clock;
  private final String where;
  private final String command;
  private volatile Standing standing;
  private Instant asked = Instant.MIN;
  private Instant saidAway = Instant.MIN;
  private boolean disconnected;
  private final Thread looking;

  KnownAttributes(
      Supplier<AttributesAnswer> question,
      Supplier<ConnectivityState> connection,
      InstantSource clock,
      String address,
      String namespace) {
    this.question = question;
    this.connection = connection;
    this.clock = clock;
    this.where = "%s, namespace %s".formatted(address, namespace);
    this.command = command(address, namespace);
    this.standing = Standing.unknown(clock.instant());
    this.looking = Thread.ofVirtual().name("muster-search-attributes").unstarted(this::look);
  }

  /** Asks once, and from then on in the background. */
  public static KnownAttributes of(
      WorkflowServiceStubs stubs, String address, String namespace, InstantSource clock) {
    AttributesQuestion question = new AttributesQuestion(stubs, namespace);
    ManagedChannel channel = stubs.getRawChannel();
    KnownAttributes known =
        new KnownAttributes(
            question::ask, () -> channel.getState(false), clock, address, namespace);
    known.ask();
    known.looking.start();
    return known;
  }

  /** What to start with now; who has never been answered asks first. */
  @Override
  public Attributes get() {
    if (standing.kind() == Standing.Kind.UNKNOWN) {
      ask();
    }
    return standing.held();
  }

  /** For people: {@code registered}, {@code refused}, and so on. */
  public String shown() {
    return standing.kind().name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void close() {
    looking.interrupt();
  }

  /** One look: asks when what is known is old, or when the connection is lost or back. */
  synchronized void lookOnce() {
    ConnectivityState state = connection.get();
    boolean back = disconnected && state == ConnectivityState.READY;
    boolean lost = !disconnected && state == ConnectivityState.TRANSIENT_FAILURE;
    disconnected = lost || (disconnected && !back);
    if (back || lost || !clock.instant().isBefore(asked.plus(standing.kind().believed()))) {
      ask();
    }
  }

  private synchronized void ask() {
    asked = clock.instant();
    Standing before = standing;
    standing = before.after(question.get(), asked);
    tell(before.kind());
  }

  private void look() {
    try {
      while (true) {
        Thread.sleep(LOOK_EVERY);
        lookOnce();
      }
    } catch (InterruptedException closing) {
      LOG.debug("Search attributes are no longer looked after");
    } catch (RuntimeException bug) {
      LOG.error("Search attributes are no longer looked after", bug);
    }
  }

  private void tell(Standing.Kind before) {
    Standing now = standing;
    switch (now.kind()) {
      case UNKNOWN, AWAY -> tellAway(now);
      case UNSUPPORTED, REFUSED, SPREADING, REGISTERED -> {
        if (saidAway.isAfter(Instant.MIN)) {
          saidAway = Instant.MIN;
          LOG.info("Temporal answers");
        }
        if (before != now.kind() && before != Standing.Kind.AWAY) {
          tellChange(now);
        }
      }
    }
  }

  private void tellAway(Standing now) {
    if (!clock.instant().isBefore(saidAway.plus(SAY_AWAY_EVERY))) {
      saidAway = clock.instant();
      LOG.warn("Temporal ({}) cannot be used, tried again all the time: {}", where, now.text());
    }
  }

  private void tellChange(Standing now) {
    switch (now.kind()) {
      case REGISTERED -> LOG.info("Workflows are started with search attributes");
      case SPREADING ->
          LOG.info(
              "Search attributes are registered; workflows have them when every part of Temporal"
                  + " knows them, some ten seconds from now");
      case UNSUPPORTED -> LOG.info("This engine has no search attributes; workflows do without");
      case REFUSED ->
          LOG.warn(
              "Temporal lacks search attributes and does not let Muster register them; workflows do"
                  + " without until somebody runs: {} -- missing: {}",
              command,
              now.text());
      case UNKNOWN, AWAY -> {}
    }
  }

  private static String command(String address, String namespace) {
    return "temporal operator search-attribute create --address %s --namespace %s --type Keyword --name %s"
        .formatted(address, namespace, String.join(" --name ", AttributesQuestion.names()));
  }
}
