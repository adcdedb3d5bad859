package dev.muster.worker.core;

import dev.muster.domain.core.CoreNext;
import dev.muster.domain.core.WebhookWork;
import dev.muster.worker.core.CoreServers.Asked;
import java.util.Optional;

/** {@code lifecycle.hook}: a message about a member that is to go, until somebody takes it. */
final class HookExecution implements CoreExecution {

  private final WebhookExecution messages;

  HookExecution(CoreServers servers) {
    this.messages = new WebhookExecution(servers);
  }

  @Override
  public CoreNext execute(CoreWork work) throws InterruptedException {
    WebhookWork hook = WebhookWork.ofHook(work.args());
    int tries = work.turn().number();
    return switch (messages.tell(work, hook)) {
      case Asked.Answered(var answer) -> hook.nextOfHook(answer, tries, work.now());
      case Asked.Refused(String why) -> new CoreNext.Broken(why, Optional.empty());
      case Asked.Unanswered(String why) -> hook.unanswered(why, tries, work.now());
    };
  }
}
