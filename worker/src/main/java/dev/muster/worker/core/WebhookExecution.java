package dev.muster.worker.core;

import dev.muster.domain.core.CoreNext;
import dev.muster.domain.core.WebhookWork;
import dev.muster.worker.core.CoreServers.Asked;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * {@code webhook}: a JSON message, signed as the Standard Webhooks have it, and sent until somebody
 * takes it.
 */
final class WebhookExecution implements CoreExecution {

  private static final String ALGORITHM = "HmacSHA256";

  /** What a key in Base64 begins with. */
  private static final String IN_BASE64 = "whsec_";

  private final CoreServers servers;

  WebhookExecution(CoreServers servers) {
    this.servers = servers;
  }

  @Override
  public CoreNext execute(CoreWork work) throws InterruptedException {
    WebhookWork webhook = WebhookWork.of(work.args());
    int tries = work.turn().number();
    return switch (tell(work, webhook)) {
      case Asked.Answered(var answer) -> webhook.next(answer, tries, work.now());
      case Asked.Refused(String why) -> new CoreNext.Broken(why, Optional.empty());
      case Asked.Unanswered(String why) -> webhook.unanswered(why, tries, work.now());
    };
  }

  /** Sends it once, signed if there is a key. */
  Asked tell(CoreWork work, WebhookWork webhook) throws InterruptedException {
    Optional<String> unfit = webhook.keyProblem();
    if (unfit.isPresent()) {
      return new Asked.Refused(unfit.get());
    }
    byte[] body =
        webhook
            .body()
            .map(Object::toString)
            .orElseGet(() -> work.record().toString())
            .getBytes(StandardCharsets.UTF_8);
    String timestamp = Long.toString(work.now().getEpochSecond());
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("Idempotency-Key", work.id());
    headers.put("webhook-id", work.id());
    headers.put("webhook-timestamp", timestamp);
    webhook
        .key()
        .ifPresent(key ->
            headers.put("webhook-signature", "v1," + signature(key, work.id(), timestamp, body)));
    CoreServers.Request request =
        new CoreServers.Request(
            "POST",
            webhook.url(),
            headers,
            webhook.headers(),
            body,
            work.atMost(webhook.timeout()));
    return servers.ask(request);
  }

  /** Over id, time and body, so that none of them can be another one. */
  static String signature(String key, String id, String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(keyBytes(key), ALGORITHM));
      mac.update("%s.%s.".formatted(id, timestamp).getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + ALGORITHM, e);
    }
  }

  private static byte[] keyBytes(String key) {
    return key.startsWith(IN_BASE64)
        ? Base64.getDecoder().decode(key.substring(IN_BASE64.length()))
        : key.getBytes(StandardCharsets.UTF_8);
  }
}
