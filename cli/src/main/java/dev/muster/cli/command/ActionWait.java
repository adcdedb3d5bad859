package dev.muster.cli.command;

import dev.muster.cli.follow.KnownStates;
import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Waits until an action is over, and says on the way where it is. It only looks. */
final class ActionWait {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(1);
  private static final Duration GIVE_UP = Duration.ofMinutes(10);

  private final Session session;
  private final String action;
  private Optional<Instant> lostAt = Optional.empty();
  private String said = "";

  ActionWait(Session session, String action) {
    this.session = session;
    this.action = action;
  }

  /** Shows the action when it is over; answers what the shell is told. */
  int call() throws InterruptedException {
    Duration pause = SHORTEST;
    while (true) {
      Optional<Answer> answer = look();
      Optional<ExitCode> end = answer.flatMap(known -> ending(state(known.json())));
      if (end.isPresent()) {
        session.answer(answer.orElseThrow(), json -> ActionCommands.show(session, json));
        return end.get().number();
      }
      answer.ifPresent(known -> say(known.json()));
      Thread.sleep(pause);
      Duration next = pause.multipliedBy(2);
      pause = next.compareTo(LONGEST) < 0 ? next : LONGEST;
    }
  }

  /** Nothing while the server is away: it may be restarted meanwhile, and the action goes on. */
  private Optional<Answer> look() {
    try {
      Answer answer = session.api().get(ApiPath.of("actions", action));
      lostAt = Optional.empty();
      return Optional.of(answer);
    } catch (ApiFailure failure) {
      Instant now = session.now();
      boolean givesUp = lostAt.filter(since -> since.plus(GIVE_UP).isBefore(now)).isPresent();
      if (failure.kind() == ApiFailure.Kind.REFUSED || givesUp) {
        throw failure;
      }
      if (lostAt.isEmpty()) {
        lostAt = Optional.of(now);
        session.err().println(Text.clean(failure.line() + " The action goes on; trying again."));
      }
      return Optional.empty();
    }
  }

  private void say(JsonNode json) {
    String waits = Json.text(json.path("wait"), "text");
    String line = state(json) + (waits.isEmpty() ? "" : ": " + waits);
    if (!line.equals(said) && !session.wantsJson()) {
      session.out().println(Text.clean("It is " + line));
      session.out().flush();
    }
    said = line;
  }

  private static Optional<ExitCode> ending(String state) {
    if (!KnownStates.isFinalAction(state)) {
      return Optional.empty();
    }
    return Optional.of(
        switch (state) {
          case "DONE" -> ExitCode.OK;
          case "CANCELLED" -> ExitCode.CANCELLED;
          default -> ExitCode.FAILED;
        });
  }

  private static String state(JsonNode json) {
    return Json.text(json, "state");
  }
}
