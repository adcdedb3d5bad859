package dev.muster.worker.logs;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.LogPiece;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import dev.muster.domain.log.LogBounds;
import dev.muster.domain.log.LogFetchDecision;
import dev.muster.records.Records;
import dev.muster.records.logs.FetchedLog;
import dev.muster.records.logs.LogFetching;
import dev.muster.records.logs.LogFetching.Due;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Fetches logs piece by piece; never holds more than a few MiB of one node. */
final class LogFetcher {

  /** Pieces of short logs of one node are kept with one commit, as long as they are no more. */
  private static final int TOGETHER = 1024 * 1024;

  private static final Duration FOLLOWED_POLL = Duration.ofSeconds(5);

  /** Whether somebody still follows. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final Records records;
  private final LogFetching logs;
  private final LogLoop.Asked agents;
  private final LogSettings settings;
  private final Clock clock;

  LogFetcher(Records records, LogLoop.Asked agents, LogSettings settings, Clock clock) {
    this.records = records;
    this.logs = records.logFetching();
    this.agents = agents;
    this.settings = settings;
    this.clock = clock;
  }

  /** Fetches what actions of one node printed, which ended; one failure postpones the rest. */
  void fetch(List<Due> ofNode) {
    Due first = ofNode.getFirst();
    Optional<LogFetchDecision.Next> never = never(first);
    if (never.isPresent()) {
      follows(ofNode, never.get());
      return;
    }
    List<Whole> whole = new ArrayList<>();
    int bytes = 0;
    for (int i = 0; i < ofNode.size(); i++) {
      Due due = ofNode.get(i);
      switch (ask(due, due.fetched(), Duration.ZERO)) {
        case AgentAnswer.Answered<LogPiece>(LogPiece.Unknown unknown) ->
            follows(List.of(due), LogFetchDecision.forgotten());
        case AgentAnswer.Answered<LogPiece>(LogPiece.Some some) -> {
          whole.add(new Whole(due, some));
          bytes += some.bytes().length;
        }
        case AgentAnswer.Unreachable<LogPiece>(String why) -> {
          keep(whole);
          failed(ofNode.subList(i, ofNode.size()), why);
          return;
        }
        case AgentAnswer.Garbage<LogPiece>(String why) -> failed(List.of(due), why);
      }
      if (bytes >= TOGETHER) {
        keep(whole);
        whole.clear();
        bytes = 0;
      }
    }
    keep(whole);
  }

  /** The log of an action that executes, until it ends or nobody follows. */
  void follow(Due followed) throws InterruptedException {
    long offset = followed.fetched();
    Instant look = Instant.MIN;
    while (clock.instant().isBefore(look) || logs.isFollowed(followed.action(), clock.instant())) {
      look = clock.instant().isBefore(look) ? look : clock.instant().plus(LOOK_EVERY);
      Optional<LogPiece> answer = ask(followed, offset, FOLLOWED_POLL).found();
      if (answer.isPresent() && answer.get() instanceof LogPiece.Some some) {
        if (!append(
            followed, offset, some, settings.whileFollowed(), Optional.of(clock.instant()))) {
          return; // somebody else fetches it
        }
        offset = some.next();
        if (some.state() == LogPiece.More.NONE) {
          complete(followed);
          return;
        }
      } else {
        // Away, or it does not have the action yet.
        Thread.sleep(AFTER_FAILURE);
      }
    }
  }

  /** The first piece of a log that ended. */
  private record Whole(Due due, LogPiece.Some piece) {}

  /** First pieces together, because most logs have no other; then what is left of each. */
  private void keep(List<Whole> firsts) {
    List<Whole> more = new ArrayList<>();
    if (firsts.isEmpty()) {
      return;
    }
    records.transaction(() -> {
      more.clear();
      for (Whole one : firsts) {
        boolean kept = append(one.due(), one.due().fetched(), one.piece(), settings.whenComplete());
        if (kept && one.piece().state() == LogPiece.More.NONE) {
          complete(one.due());
        } else if (kept) {
          more.add(one);
        }
      }
      return true;
    });
    more.forEach(one -> rest(one.due(), one.piece()));
  }

  private void rest(Due due, LogPiece.Some first) {
    LogPiece.Some last = first;
    while (last.state() == LogPiece.More.SOME) {
      long next = settings.whenComplete().next(last.next(), last.end());
      AgentAnswer<LogPiece> answer = ask(due, next, Duration.ZERO);
      if (!(answer.found().orElse(new LogPiece.Unknown()) instanceof LogPiece.Some some)) {
        failed(List.of(due), answer.error().orElse("the agent forgot it meanwhile"));
        return;
      }
      if (!append(due, last.next(), some, settings.whenComplete())) {
        return;
      }
      last = some;
    }
    complete(due);
  }

  private AgentAnswer<LogPiece> ask(Due due, long offset, Duration wait) {
    return due.agent()
        .map(agent ->
            agents.log(
                new AgentEndpoint(due.cluster(), due.node(), agent.address(), agent.protocol()),
                due.action(),
                offset,
                wait))
        .orElseGet(() -> new AgentAnswer.Unreachable<>("the node was removed"));
  }

  private boolean append(Due due, long from, LogPiece.Some some, LogBounds bounds) {
    return append(due, from, some, bounds, Optional.empty());
  }

  private boolean append(
      Due due, long from, LogPiece.Some some, LogBounds bounds, Optional<Instant> at) {
    boolean nothing = some.bytes().length == 0 && some.next() == from;
    return nothing
        || logs.append(
            new FetchedLog(due.action(), from, some.offset(), some.bytes(), some.next(), at),
            bounds);
  }

  private void complete(Due due) {
    logs.complete(due.action(), clock.instant());
  }

  private static Optional<LogFetchDecision.Next> never(Due due) {
    if (due.agent().isEmpty()) {
      return Optional.of(LogFetchDecision.removed());
    }
    String protocol = due.agent().get().protocol();
    boolean has = AgentProtocol.named(protocol).filter(known -> known.has(Ability.LOG)).isPresent();
    return has ? Optional.empty() : Optional.of(LogFetchDecision.impossible(protocol));
  }

  private void failed(List<Due> of, String why) {
    Due first = of.getFirst();
    follows(of, LogFetchDecision.failed(first.wanted(), first.failures(), why, clock.instant()));
  }

  private void follows(List<Due> of, LogFetchDecision.Next next) {
    List<ActionId> actions = of.stream().map(Due::action).toList();
    switch (next) {
      case LogFetchDecision.Next.Again(Instant at, String why) -> logs.postpone(actions, at, why);
      case LogFetchDecision.Next.GiveUp(String why) -> logs.giveUp(actions, why);
    }
  }
}
