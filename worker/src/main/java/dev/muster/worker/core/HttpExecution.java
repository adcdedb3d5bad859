package dev.muster.worker.core;

import dev.muster.domain.core.CoreNext;
import dev.muster.domain.core.HttpWork;
import dev.muster.worker.core.CoreServers.Asked;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code http}: asks a server to do something, again and again while it needs longer. */
final class HttpExecution implements CoreExecution {

  private final CoreServers servers;

  HttpExecution(CoreServers servers) {
    this.servers = servers;
  }

  @Override
  public CoreNext execute(CoreWork work) throws InterruptedException {
    HttpWork http = HttpWork.of(work.args());
    Optional<JsonNode> body = http.sendsRecord() ? Optional.of(work.record()) : http.body();
    Map<String, String> headers = new LinkedHashMap<>();
    body.ifPresent(sent ->
        headers.put(
            "Content-Type", sent.isString() ? "text/plain; charset=utf-8" : "application/json"));
    headers.put("Idempotency-Key", work.id());
    CoreServers.Request request =
        new CoreServers.Request(
            http.method(),
            http.url(),
            headers,
            http.headers(),
            body.map(CoreWork::bytes).orElseGet(() -> new byte[0]),
            work.atMost(http.timeout()));
    return switch (servers.ask(request)) {
      case Asked.Answered(var answer) -> http.next(answer, work.turn().retries(), work.now());
      case Asked.Refused(String why) -> new CoreNext.Broken(why, Optional.empty());
      case Asked.Unanswered(String why) -> unanswered(work, http, why);
    };
  }

  /** A server that has the work already may be away for a while; a first request just fails. */
  private static CoreNext unanswered(CoreWork work, HttpWork http, String why) {
    if (http.expect() == HttpWork.Expect.SUCCESS || work.turn().number() == 1) {
      return new CoreNext.Broken(why, Optional.empty());
    }
    ObjectNode payload = JsonNodeFactory.instance.objectNode();
    work.turn().payload().ifPresent(known -> payload.setAll((ObjectNode) known));
    payload.put("unanswered", why);
    return new CoreNext.Again(
        work.now().plus(http.every()), Optional.of(payload), Optional.empty());
  }
}
