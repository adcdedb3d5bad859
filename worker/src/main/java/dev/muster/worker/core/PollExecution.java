package dev.muster.worker.core;

import dev.muster.domain.core.CoreNext;
import dev.muster.domain.core.PollWork;
import dev.muster.worker.core.CoreServers.Asked;
import java.util.Map;
import java.util.Optional;

/** {@code health.poll}: whether a member answers as it should. */
final class PollExecution implements CoreExecution {

  private final CoreServers servers;

  PollExecution(CoreServers servers) {
    this.servers = servers;
  }

  @Override
  public CoreNext execute(CoreWork work) throws InterruptedException {
    PollWork poll = PollWork.of(work.args());
    CoreServers.Request request =
        new CoreServers.Request(
            "GET", poll.url(), Map.of(), Map.of(), new byte[0], work.atMost(PollWork.TIMEOUT));
    int number = work.turn().number();
    return switch (servers.ask(request)) {
      case Asked.Answered(var answer) -> poll.next(answer, number, work.now());
      case Asked.Refused(String why) -> new CoreNext.Broken(why, Optional.empty());
      case Asked.Unanswered(String why) -> poll.unanswered(why, number, work.now());
    };
  }
}
